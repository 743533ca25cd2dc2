const expression = /\$\{\{.*?\}\}/gs;

/**
 * Makes each `${{ ... }}` of a CI file one expansion that the grammar can read. The length stays, so that
 * offsets hold for the text as written.
 */
export function maskCiExpressions(source: string): string {
  if (!source.includes("${{")) return source;
  return source.replace(expression, (text) => "${" + "_".repeat(text.length - 3) + "}");
}
