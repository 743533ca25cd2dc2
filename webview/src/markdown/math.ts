import type { MarkdownIt } from "markdown-it";
import { escapeHtml } from "./escapeHtml.ts";

/** `$x$` in a line and `$$` blocks become marked spans; what draws them is loaded when one is complete. */
export function addMath(parser: MarkdownIt): void {
  parser.inline.ruler.after("escape", "math", (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== "$") return false;
    const fence = src[pos + 1] === "$" ? "$$" : "$";
    const start = pos + fence.length;
    const end = src.indexOf(fence, start);
    if (end === -1 || !isMath(src.slice(start, end), fence, src[end + fence.length])) return false;
    if (!silent) {
      const token = state.push("math_inline", "span", 0);
      token.content = src.slice(start, end);
      token.markup = fence;
    }
    state.pos = end + fence.length;
    return true;
  });
  parser.renderer.rules["math_inline"] = (tokens, index) => {
    const token = tokens[index];
    const display = token?.markup === "$$" ? ' data-display="true"' : "";
    return `<span class="rl-math" data-tex="${escapeHtml(token?.content ?? "")}"${display}>${escapeHtml(token?.content ?? "")}</span>`;
  };
}

/** Prices and shell variables are no formulas. */
function isMath(content: string, fence: string, next: string | undefined): boolean {
  if (content.trim() === "" || content.length > 2000) return false;
  if (fence === "$$") return true;
  return !/^\s|\s$|\n/.test(content) && !/\d/.test(next ?? "") && !content.includes("$");
}
