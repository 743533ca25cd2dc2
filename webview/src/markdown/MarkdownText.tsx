import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { showHidden } from "../text/hidden.ts";
import { parseBlocks } from "./blocks.ts";
import type { ParsedText } from "./blocks.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { Diagram } from "./Diagram.tsx";
import { morph } from "./morph.ts";
import { sanitizeHtml } from "./sanitize.ts";
import { typesetMath } from "./typeset.ts";

/** A message's Markdown. While it grows, only its last block is drawn again. */
export function MarkdownText({ source, isGrowing }: { source: string; isGrowing: boolean }) {
  const parsed = useRef<ParsedText>(undefined);
  parsed.current = parseBlocks(showHidden(source), parsed.current);
  const { blocks } = parsed.current;
  return (
    <div class="rl-md">
      {blocks.map((block, index) => {
        const isSettled = !isGrowing || index < blocks.length - 1;
        if (block.kind === "html") {
          return (
            <HtmlBlock key={index} html={block.html} isHeading={block.isHeading} isSettled={isSettled} />
          );
        }
        const isComplete = block.isClosed || isSettled;
        return block.language === "mermaid" && isComplete ? (
          <Diagram key={index} source={block.text} />
        ) : (
          <CodeBlock key={index} code={block.text} language={block.language} isComplete={isComplete} />
        );
      })}
    </div>
  );
}

interface HtmlBlockProps {
  html: string;
  isHeading: boolean;
  isSettled: boolean;
}

const HtmlBlock = memo(function HtmlBlock({ html, isHeading, isSettled }: HtmlBlockProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) morph(element.current, sanitizeHtml(html));
  }, [html]);
  useEffect(() => {
    if (isSettled && element.current) void typesetMath(element.current);
  }, [html, isSettled]);
  return <div ref={element} class={isHeading ? "is-heading" : undefined} />;
});
