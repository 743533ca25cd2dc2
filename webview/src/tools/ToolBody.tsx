import type { ToolItem } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Link } from "../ui/Link.tsx";
import { Diff } from "./Diff.tsx";
import { Images } from "./Images.tsx";
import { lineCount, tailLines } from "./outputTail.ts";
import { OutputTail } from "./OutputTail.tsx";
import { kindOfTool, subjectOf } from "./toolKinds.ts";
import { changedLines, fullOutputPath, outputOf } from "./toolOutcome.ts";
import type { CallState } from "./toolOutcome.ts";

/** What a call showed: changed lines, output, images; else its arguments. */
export function ToolBody({ item, state }: { item: ToolItem; state: CallState }) {
  const lines = changedLines(item);
  if (lines.length > 0) {
    return (
      <>
        <div class="rl-out">
          <Diff lines={lines} />
        </div>
        <FileBar item={item} />
      </>
    );
  }
  const output = outputOf(item) || item.errorMessage || "";
  const isOther = kindOfTool(item.name).subject === "name";
  const command = typeof item.args?.["command"] === "string" ? item.args["command"] : "";
  return (
    <>
      {command.includes("\n") && <Source label={text("arguments")} source={command} />}
      {isOther && item.args && Object.keys(item.args).length > 0 && (
        <Source label={text("arguments")} source={JSON.stringify(item.args, null, 2)} />
      )}
      {output !== "" && <OutputTail output={output} isTail={state === "running"} />}
      <Images content={item.content} />
      <OutputBar item={item} state={state} output={output} />
    </>
  );
}

function Source({ label, source }: { label: string; source: string }) {
  return (
    <div class="rl-out">
      <pre class="rl-scroll" tabIndex={0} role="region" aria-label={label}>
        {showHidden(source)}
      </pre>
    </div>
  );
}

function FileBar({ item }: { item: ToolItem }) {
  const { host, act } = useApp();
  const { toolCallId } = item;
  return (
    <div class="rl-bar">
      <Link onClick={() => act(host.request("diff/open", { toolCallId }))}>{text("openDiff")}</Link>
      <Link onClick={() => act(host.request("file/open", { path: subjectOf(item) }))}>
        {text("openFile")}
      </Link>
    </div>
  );
}

function OutputBar({ item, state, output }: { item: ToolItem; state: CallState; output: string }) {
  const { host, act } = useApp();
  const { toolCallId } = item;
  const lines = lineCount(output);
  const hasFile = fullOutputPath(item) !== undefined;
  if (state === "running" || (lines <= tailLines && !hasFile)) return null;
  const title = subjectOf(item) || item.name;
  return (
    <div class="rl-bar">
      <Link onClick={() => act(host.request("output/open", { toolCallId, title }))}>
        {hasFile ? text("showFullOutput") : text("showAllLines", lines)}
      </Link>
    </div>
  );
}
