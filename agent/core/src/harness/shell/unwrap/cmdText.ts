/** What stands in front of a command in cmd: conditions, loops, `@` and `call`. */
const fronts = [
  /^@/,
  /^call\s+/i,
  /^if\s+(?:\/i\s+)?(?:not\s+)?(?:exist\s+(?:"[^"]*"|\S+)|errorlevel\s+\d+|defined\s+\S+|[^\s=]+\s*==\s*\S+)\s+/i,
  /^for\s+(?:\/[a-z]\s+(?:"[^"]*"\s+)?)?%+\w\s+in\s+\([^()]*\)\s+do\s+/i,
];

/** A line of cmd as a text that the shell grammar reads: its commands, without what decides whether they run. */
export function shellTextOf(line: string): string {
  return line
    .replace(/\)\s*else\s/gi, ") ; ")
    .split(/([&|(]+)/)
    .map((piece, index) => (index % 2 === 1 ? piece : withoutFronts(piece)))
    .join("");
}

function withoutFronts(piece: string): string {
  let text = piece;
  for (;;) {
    const rest = text.trimStart();
    const front = fronts.map((pattern) => pattern.exec(rest)?.[0]).find((found) => found !== undefined);
    if (front === undefined) return text;
    text = ` ${rest.slice(front.length)}`;
  }
}
