import type { Scope } from "../scope.ts";
import type { Call } from "../walk/call.ts";
import type { Finding } from "./finding.ts";
import { isStream, outsideFindings } from "./outside.ts";

/** What redirections write: files that are emptied, files outside, disks. */
export function redirectFindings(call: Call, scope: Scope): readonly Finding[] {
  const files = call.redirects.filter(
    ({ operator, target }) =>
      !operator.startsWith("<&") &&
      !(operator === ">&" && /^(\d+|-)$/.test(target.text)) &&
      !isStream(target),
  );
  const findings: Finding[] = outsideFindings(
    ">",
    files.map(({ target }) => target),
    call,
    scope,
  );
  if (!writesNothing(call)) return findings;
  const emptied = files
    .filter(({ operator }) => operator === ">" || operator === ">|")
    .map(({ target }) => target)
    .filter((target) => scope.placeOf(target, call.state.cwd) !== "temp");
  if (emptied.length > 0) findings.push({ id: "fs.truncate", label: ">", targets: emptied, arePaths: true });
  return findings;
}

/** `> f`, `: > f`, `true > f`, `cat /dev/null > f`. */
function writesNothing({ program, args, words }: Call): boolean {
  if (words.length === 0) return true;
  if (program.name === ":" || program.name === "true") return true;
  return program.name === "cat" && args.length === 1 && args[0]?.text === "/dev/null";
}
