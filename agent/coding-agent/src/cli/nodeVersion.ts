/** Oldest Node.js that runs Relay, as in the package's `engines`. */
export const minimumNodeVersion = "20.19.0";

/** What to say when `version` (without a leading `v`) is too old to go on. */
export function nodeVersionError(version: string): string | undefined {
  const [given, wanted] = [version, minimumNodeVersion].map((text) => text.split(".").map(Number));
  for (const [index, part] of (wanted ?? []).entries()) {
    const difference = (given?.[index] ?? 0) - part;
    if (difference > 0) return undefined;
    if (difference < 0)
      return `Error: Relay needs Node.js ${minimumNodeVersion} or newer; this is ${version}.`;
  }
  return undefined;
}
