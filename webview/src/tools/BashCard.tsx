import type { BashItem } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Link } from "../ui/Link.tsx";
import { useFold } from "../ui/useFold.ts";
import { OutputTail } from "./OutputTail.tsx";
import { lineCount, tailLines } from "./outputTail.ts";
import { ToolHead } from "./ToolHead.tsx";
import type { CallState } from "./toolOutcome.ts";

/** A command that the user ran with `!`. */
export function BashCard({ item }: { item: BashItem }) {
  const [isOpen, setOpen] = useFold(item.entryId ? `entry:${item.entryId}` : item.id, true);
  const state = stateOf(item);
  return (
    <div class="rl-tool" role="group" aria-label={showHidden(`!cmd: ${item.command.slice(0, 200)}`)}>
      <ToolHead
        icon="terminal"
        state={state}
        verb={text("youRan")}
        subject={item.command}
        subjectKind="code"
        meta={metaOf(item)}
        isOpen={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && item.output !== "" && <OutputTail output={item.output} isTail={item.isRunning} />}
      <BashBar item={item} isOpen={isOpen} />
    </div>
  );
}

function stateOf(item: BashItem): CallState {
  if (item.isRunning) return "running";
  return item.cancelled || (item.exitCode ?? 0) !== 0 ? "failed" : "done";
}

function metaOf(item: BashItem): string {
  const parts = [
    item.cancelled ? text("cancelled") : undefined,
    item.exitCode ? text("exit", item.exitCode) : undefined,
    item.excludeFromContext ? text("notInContext") : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}

function BashBar({ item, isOpen }: { item: BashItem; isOpen: boolean }) {
  const { host, act } = useApp();
  const { entryId, command } = item;
  if (item.isRunning) {
    return (
      <div class="rl-bar">
        <Link onClick={() => act(host.request("shell/abort", {}))}>{text("stopCommand")}</Link>
      </div>
    );
  }
  const lines = lineCount(item.output);
  if (!isOpen || entryId === undefined || (lines <= tailLines && !item.truncated)) return null;
  return (
    <div class="rl-bar">
      <Link onClick={() => act(host.request("output/open", { entryId, title: command }))}>
        {item.truncated ? text("showFullOutput") : text("showAllLines", lines)}
      </Link>
    </div>
  );
}
