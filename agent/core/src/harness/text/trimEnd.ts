/**
 * Drops the given characters and white space from the end. A regular expression such as `/[.!]+$/`
 * would try again at every mark of a long run.
 */
export function trimEndOf(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && isDropped(text[end - 1] ?? "", marks)) end--;
  return text.slice(0, end);
}

function isDropped(character: string, marks: string): boolean {
  return marks.includes(character) || /\s/u.test(character);
}

/** What may follow the last word of a clause. */
export const finalMarks = ".!…;:),";
