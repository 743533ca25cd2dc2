import type { Scope } from "../scope.ts";
import type { Operation } from "../types.ts";
import type { Call } from "../walk/call.ts";
import { catalog, type OperationEntry } from "./catalog.ts";
import { deployNameFindings } from "./deploy.ts";
import { detectorsOf } from "./families.ts";
import { asksForHelp, isDryRun, isWhatIf, toOperation, type Finding } from "./finding.ts";
import { redirectFindings } from "./redirects.ts";
import { remoteScriptFindings } from "./remoteScript.ts";

/** Cmdlets and their aliases are case-insensitive. */
const cmdlet = /^[A-Za-z]+-[A-Za-z]+$/;

/** The gated operations of one call. */
export function findOperations(call: Call, isWrapper: boolean, scope: Scope): Operation[] {
  const findings: Finding[] = [...redirectFindings(call, scope)];
  if (!asksForHelp(call) && !isWhatIf(call)) findings.push(...programFindings(call, isWrapper, scope));
  const isDry = isDryRun(call);
  return findings
    .filter(({ id }) => !(isDry && (catalog[id] as OperationEntry).allowsDryRun))
    .map((finding) => toOperation(finding, call, scope));
}

function programFindings(call: Call, isWrapper: boolean, scope: Scope): Finding[] {
  const findings: Finding[] = [...remoteScriptFindings(call, scope)];
  const { program, language } = call;
  const isCaseless = language === "powershell" || cmdlet.test(program.name);
  const detectors = program.isScript
    ? []
    : detectorsOf(isCaseless ? program.name.toLowerCase() : program.name);
  for (const detect of detectors) findings.push(...detect(call, scope));
  // What a wrapper runs speaks for itself.
  if (findings.length === 0 && !isWrapper) findings.push(...deployNameFindings(call));
  return findings;
}
