/** How complete a questionnaire came back. */
export function openText(open: readonly number[], total: number): string {
  if (open.length === 0) return `All ${total} questions are answered.`;
  return `${open.length} of ${total} questions have no answer: ${open.join(", ")}.`;
}
