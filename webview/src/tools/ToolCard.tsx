import type { ToolItem } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { clock } from "../text/units.ts";
import { useFold } from "../ui/useFold.ts";
import { useTick } from "../ui/useTick.ts";
import { ToolBody } from "./ToolBody.tsx";
import { ToolHead } from "./ToolHead.tsx";
import { ToolNote } from "./ToolNote.tsx";
import { kindOfTool, subjectOf } from "./toolKinds.ts";
import { resultInWords } from "./toolMeta.ts";
import { callState, changeCounts } from "./toolOutcome.ts";
import type { CallState } from "./toolOutcome.ts";

interface ToolCardProps {
  id: string;
  isNested?: boolean;
  /** The harness let this command pass because the user's message names it. */
  isAllowedByMessage?: (command: string) => boolean;
}

const longestLabel = 200;

/** One call of a tool, with the calls that it made. */
export function ToolCard({ id, isNested, isAllowedByMessage }: ToolCardProps) {
  const { store, chat, host, act } = useApp();
  const item = store.item(id);
  const isTool = item?.kind === "tool";
  const isAsked = isTool && isAskedAbout(chat.dialogs.value, item.toolCallId);
  const state = isTool ? callState(item, { isRunning: chat.run.value.isRunning, isAsked }) : "done";
  const isLiveShell = state === "running" && isTool && kindOfTool(item.name).icon === "terminal";
  const [isOpen, setOpen] = useFold(id, isLiveShell && hasOutput(item));
  if (!isTool) return null;
  const kind = kindOfTool(item.name);
  const subject = subjectOf(item);
  const opensFile =
    item.name === "read" && state === "done" && item.content.every(({ type }) => type === "text");
  const command = typeof item.args?.["command"] === "string" ? item.args["command"] : undefined;
  const isAllowed = command !== undefined && isAllowedByMessage?.(command) === true;
  return (
    <>
      <div
        class={isNested ? "rl-tool nested" : "rl-tool"}
        role="group"
        aria-label={showHidden(`${item.name}: ${subject.slice(0, longestLabel)}`)}
      >
        <ToolHead
          icon={kind.icon}
          state={state}
          verb={verbOf(item, state)}
          subject={subject}
          subjectKind={kind.subject}
          meta={<ToolMeta item={item} state={state} />}
          isOpen={opensFile || state === "waiting" ? undefined : isOpen}
          onClick={() => {
            if (opensFile) act(host.request("file/open", { path: subject }));
            else if (state !== "waiting") setOpen(!isOpen);
          }}
        />
        <ToolNote item={item} state={state} isAllowed={isAllowed} />
        {isOpen && !opensFile && <ToolBody item={item} state={state} />}
      </div>
      {item.children.map((child) => (
        <ToolCard key={child} id={child} isNested />
      ))}
      {item.childrenComplete === false && <div class="rl-tool-note">{text("childrenCut")}</div>}
    </>
  );
}

function isAskedAbout(
  dialogs: readonly { context?: unknown; isExpired: boolean }[],
  toolCallId: string,
): boolean {
  return dialogs.some(({ context, isExpired }) => {
    const about = context as { kind?: string; toolCallId?: string } | undefined;
    return !isExpired && about?.kind === "authorization" && about.toolCallId === toolCallId;
  });
}

function hasOutput(item: ToolItem): boolean {
  return (item.live?.partial?.content.length ?? 0) > 0;
}

function verbOf(item: ToolItem, state: CallState): string {
  const kind = kindOfTool(item.name);
  const isOther = kind.subject === "name";
  if (state === "waiting") return text("waiting");
  if (state === "notRun" || (state === "unfinished" && item.state !== "unfinished")) return text("notRun");
  if (isOther) return showHidden(item.name);
  return text(state === "running" ? kind.running : kind.done);
}

function ToolMeta({ item, state }: { item: ToolItem; state: CallState }) {
  const { store } = useApp();
  const start = state === "running" ? store.clocks.callStart(item.toolCallId) : undefined;
  const now = useTick(start !== undefined);
  if (start !== undefined) return <>{clock(now - start)}</>;
  if (state !== "done" && state !== "failed") return null;
  const { added, removed } = changeCounts(item);
  if (added + removed === 0) return <>{resultInWords(item)}</>;
  return (
    <span>
      {added > 0 && <span class="added">{`+${added}`}</span>}
      {removed > 0 && <span class="removed">{` −${removed}`}</span>}
    </span>
  );
}
