import { useEffect, useState } from "preact/hooks";
import { text } from "../strings/text.ts";
import { CodeBlock } from "./CodeBlock.tsx";

/** Longer sources stay code: a diagram of that size would block the view. */
const maxSource = 50 * 1024;

/** A mermaid block that has ended. Until it is drawn, and when it cannot be, its source stands there. */
export function Diagram({ source }: { source: string }) {
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    if (source.length > maxSource) return undefined;
    let isCurrent = true;
    const show = (drawn: string): void => {
      if (isCurrent) setSvg(drawn);
    };
    const isDark = /vscode-(dark|high-contrast(?!-light))\b/.test(document.body.className);
    void import("./mermaid.ts")
      .then(({ renderDiagram }) => renderDiagram(source, isDark))
      .then(show, () => show(""));
    return () => {
      isCurrent = false;
    };
  }, [source]);
  if (!svg) return <CodeBlock code={source} language="" isComplete />;
  return (
    <div
      class="rl-diagram rl-scroll"
      role="img"
      aria-label={text("diagram")}
      tabIndex={0}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
