const named: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const escape =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|([\s\S]))/g;

/** The text that `$'...'` stands for, given what is between the quotes. */
export function ansiStringText(inner: string): string {
  return inner.replace(escape, (whole, hex, short, long, octal, control, other) => {
    const digits: unknown = hex ?? short ?? long;
    if (typeof digits === "string") return codePoint(Number.parseInt(digits, 16), whole);
    if (typeof octal === "string") return codePoint(Number.parseInt(octal, 8) & 0xff, whole);
    if (typeof control === "string") return codePoint(control.charCodeAt(0) & 0x1f, whole);
    return typeof other === "string" ? (named[other] ?? other) : whole;
  });
}

function codePoint(value: number, otherwise: string): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : otherwise;
}
