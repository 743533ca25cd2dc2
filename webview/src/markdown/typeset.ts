/** Draws the formulas below an element; the library comes with the first one. */
export async function typesetMath(root: HTMLElement): Promise<void> {
  const formulas = [...root.querySelectorAll<HTMLElement>(".rl-math[data-tex]:not([data-drawn])")];
  if (formulas.length === 0) return;
  const { renderFormula } = await import("./katex.ts");
  for (const element of formulas) {
    element.dataset["drawn"] = "true";
    renderFormula(element, element.dataset["tex"] ?? "", element.dataset["display"] === "true");
  }
}
