import type { FileChange } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";
import { EvidencePanel } from "../evidence/EvidencePanel.tsx";
import { LineCounts } from "../evidence/LineCounts.tsx";
import { VerdictChip } from "../evidence/VerdictChip.tsx";
import { verdictLine } from "../evidence/verdict.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { cost, roundDuration } from "../text/units.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { useDisabled } from "../ui/useDisabled.ts";
import { useFold } from "../ui/useFold.ts";
import type { TurnFacts } from "./turnFacts.ts";

interface TurnEndProps {
  facts: TurnFacts;
  /** Entry of the user's message. */
  entryId: string | undefined;
}

/** What a finished turn came to: verdict, time, changed files, cost. */
export function TurnEnd({ facts, entryId }: TurnEndProps) {
  const { chat } = useApp();
  const known = chat.turns.value.find((turn) => turn.entryId === entryId)?.files;
  const files = known ?? filesOf(facts);
  return (
    <div class="rl-end">
      <Verdict facts={facts} files={files} entryId={entryId} />
      <Totals facts={facts} files={files} entryId={entryId} />
    </div>
  );
}

function filesOf(facts: TurnFacts): FileChange[] {
  return [...facts.files].map(([path, { added, removed }]) => ({
    path,
    kind: "modified",
    added,
    removed,
    source: "tool",
    canRevert: false,
    isReverted: false,
  }));
}

interface WithFiles extends TurnEndProps {
  files: readonly FileChange[];
}

function Verdict({ facts, files, entryId }: WithFiles) {
  const { evidence, lastEditAt } = facts;
  const [isOpen, setOpen] = useFold(`verdict:${entryId ?? ""}`, false);
  if (!evidence?.status) return null;
  const { command, words } = verdictLine(evidence, lastEditAt);
  return (
    <>
      <div class="rl-end-line">
        <VerdictChip status={evidence.status} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <span class="ellipsis">
          {command !== undefined && <span class="mono">{showHidden(command)}</span>}
          {command !== undefined && " "}
          {words}
        </span>
      </div>
      {isOpen && <EvidencePanel evidence={evidence} files={files} />}
    </>
  );
}

function Totals({ facts, files, entryId }: WithFiles) {
  const { chat } = useApp();
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const routed = chat.models.value.routed !== null && facts.model !== chat.models.value.current?.id;
  const parts = [
    facts.durationMs === undefined ? undefined : roundDuration(facts.durationMs),
    routed && facts.model !== undefined ? text("answeredBy", showHidden(facts.model)) : undefined,
  ].filter((part) => part !== undefined);
  if (parts.length === 0 && files.length === 0 && facts.cost === 0) return null;
  return (
    <div class={files.length > 0 ? "rl-end-line" : "rl-end-line rl-hide-narrow"}>
      <span class="nums">
        {parts.length > 0 && <span class="rl-hide-narrow">{parts.join(" · ")}</span>}
        {parts.length > 0 && files.length > 0 && <span class="rl-hide-narrow"> · </span>}
        {files.length > 0 && (
          <>
            {`${text("filesCount", files.length)} `}
            <LineCounts added={added} removed={removed} />
          </>
        )}
        {facts.cost > 0 && (
          <span class="rl-hide-narrow">{`${parts.length + files.length > 0 ? " · " : ""}${cost(facts.cost)}`}</span>
        )}
      </span>
      {files.length > 0 && entryId !== undefined && <FileActions files={files} entryId={entryId} />}
    </div>
  );
}

function FileActions({ files, entryId }: { files: readonly FileChange[]; entryId: string }) {
  const { host, act } = useApp();
  const reviewReason = useDisabled("review");
  const revertReason = useDisabled("revert");
  const canRevert = files.some((file) => file.canRevert && !file.isReverted);
  return (
    <span class="actions">
      <button
        type="button"
        class="rl-btn secondary small"
        disabled={reviewReason !== undefined}
        title={reviewReason}
        onClick={() => act(host.request("turn/review", { entryId }))}
      >
        {text("review")}
      </button>
      <IconButton
        icon="discard"
        label={text("revertTurn")}
        hint={revertReason}
        disabled={revertReason !== undefined || !canRevert}
        onClick={() => act(host.request("turn/revert", { entryId }))}
      />
    </span>
  );
}
