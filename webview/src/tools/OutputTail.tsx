import { text } from "../strings/text.ts";
import { AnsiText } from "./AnsiText.tsx";
import { tailLines, tailOf } from "./outputTail.ts";

interface OutputProps {
  output: string;
  /** Only the last lines, as while it grows. */
  isTail: boolean;
}

const shownLines = 200;

/** What a command printed: its tail, inside a box of its own that scrolls. */
export function OutputTail({ output, isTail }: OutputProps) {
  const { text: tail, earlier } = tailOf(output, isTail ? tailLines : shownLines);
  return (
    <div class="rl-out">
      <pre class="rl-scroll" tabIndex={0} role="region" aria-label={text("output")}>
        {earlier > 0 && <span class="dim">{`${text("earlierLines", earlier)}\n`}</span>}
        <AnsiText output={tail} />
      </pre>
    </div>
  );
}
