import mermaid from "mermaid";
import { sanitizeSvg } from "./sanitize.ts";
import { withoutHandlers } from "./tagHandlers.ts";

let count = 0;
let isDark: boolean | undefined;

/** A diagram as SVG. Rejects with the library's message when the source is no diagram. */
export async function renderDiagram(source: string, dark: boolean): Promise<string> {
  if (isDark !== dark) {
    isDark = dark;
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      theme: dark ? "dark" : "default",
      suppressErrorRendering: true,
      secure: ["secure", "securityLevel", "startOnLoad", "htmlLabels", "theme", "themeCSS", "maxTextSize"],
    });
  }
  const { svg } = await mermaid.render(`rl-diagram-${++count}`, withoutHandlers(source));
  return sanitizeSvg(svg);
}
