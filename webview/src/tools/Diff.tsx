import { memo } from "preact/compat";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import type { DiffLine } from "./diffLines.ts";

const shownLines = 40;
const look = { added: "ins", removed: "del", gap: "gap", context: undefined } as const;
const sign = { added: "+", removed: "−", gap: " ", context: " " } as const;

/** The first lines of a change; all of it is one click away in the editor. */
export const Diff = memo(function Diff({ lines }: { lines: readonly DiffLine[] }) {
  const more = lines.length - shownLines;
  return (
    <div class="rl-diff rl-scroll" tabIndex={0} role="region" aria-label={text("diff")}>
      {lines.slice(0, shownLines).map((line, index) => (
        <div key={index} class={look[line.kind]}>
          <i>{line.number}</i>
          <b>{sign[line.kind]}</b>
          <span>{line.kind === "gap" ? "…" : showHidden(line.text)}</span>
        </div>
      ))}
      {more > 0 && (
        <div class="gap">
          <i />
          <b> </b>
          <span>{text("showMoreLines", more)}</span>
        </div>
      )}
    </div>
  );
});
