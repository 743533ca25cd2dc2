import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { IconButton } from "../ui/IconButton.tsx";

/** `‹ 2 / 3 ›` where the session has other ways on. */
export function BranchRow({ entryId }: { entryId: string | undefined }) {
  const { chat, host, act } = useApp();
  const point = chat.branches.value.find((candidate) => candidate.entryId === entryId);
  if (!point || entryId === undefined) return null;
  const { index, count, previousId, nextId } = point;
  const { isRunning } = chat.run.value;
  const goTo = (target: string | undefined): void => {
    if (target !== undefined) act(host.request("entry/goTo", { entryId: target }));
  };
  return (
    <div class="rl-branch">
      <IconButton
        icon="chevron-left"
        label={text("previousBranch")}
        disabled={previousId === undefined || isRunning}
        onClick={() => goTo(previousId)}
      />
      <span class="nums">{text("branchOf", index, count)}</span>
      <IconButton
        icon="chevron-right"
        label={text("nextBranch")}
        disabled={nextId === undefined || isRunning}
        onClick={() => goTo(nextId)}
      />
    </div>
  );
}
