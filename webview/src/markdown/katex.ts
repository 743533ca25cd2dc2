import katex from "katex";

let hasStyle = false;

/** A formula in place of its source; one that cannot be read keeps its source. */
export function renderFormula(element: HTMLElement, tex: string, displayMode: boolean): void {
  loadStyle(element.ownerDocument);
  katex.render(tex, element, {
    displayMode,
    throwOnError: false,
    strict: "ignore",
    // Commands that make links or load images stay off.
    trust: false,
    maxExpand: 200,
    maxSize: 20,
    output: "htmlAndMathml",
  });
}

/** The library's sheet lies beside the scripts, apart from the one that every view loads. */
function loadStyle(document: Document): void {
  if (hasStyle) return;
  hasStyle = true;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("../katex.css", import.meta.url).href;
  document.head.append(link);
}
