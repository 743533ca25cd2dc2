/** Negative, zero or positive, as semantic versions are ordered; build metadata does not count. */
export function compareVersions(a: string, b: string): number {
  const left = parse(a);
  const right = parse(b);
  for (let index = 0; index < 3; index++) {
    const difference = (left.core[index] ?? 0) - (right.core[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrerelease(left.prerelease, right.prerelease);
}

function parse(version: string): { core: number[]; prerelease: string[] } {
  const [plain = ""] = version.replace(/^[v=\s]+/, "").split("+");
  const dash = plain.indexOf("-");
  const core = (dash === -1 ? plain : plain.slice(0, dash)).split(".").map(Number);
  return { core, prerelease: dash === -1 ? [] : plain.slice(dash + 1).split(".") };
}

/** A version without one is newer than any with it. */
function comparePrerelease(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const left = a[index];
    const right = b[index];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    if (left === right) continue;
    const areNumbers = [left, right].map((text) => /^\d+$/.test(text));
    if (areNumbers[0] && areNumbers[1]) return Number(left) - Number(right);
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
