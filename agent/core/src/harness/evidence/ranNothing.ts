/** What runners print when they found no test (harness-lexicons.md L11, "Nothing ran"). */
const phrases =
  /no test files|no tests (?:found|ran)|collected 0 items|(?<!\d)0 tests(?! failed)|tests:\s+0 total/i;
const cargoTarget = /running (\d+) tests?\b/g;

/** Whether the output of a test run says that no test ran, although it ended well. */
export function ranNothing(output: string): boolean {
  const targets = [...output.matchAll(cargoTarget)];
  if (targets.length > 0) return targets.every(([, count]) => count === "0");
  return phrases.test(output);
}
