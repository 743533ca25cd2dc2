import { memo } from "preact/compat";
import { ansiSpans } from "../text/ansi.ts";
import { showHidden } from "../text/hidden.ts";

/** Terminal output with its colours. */
export const AnsiText = memo(function AnsiText({ output }: { output: string }) {
  const spans = ansiSpans(output);
  return (
    <>
      {spans.map(({ text, look }, index) =>
        look === "" ? (
          showHidden(text)
        ) : (
          <span key={index} class={look}>
            {showHidden(text)}
          </span>
        ),
      )}
    </>
  );
});
