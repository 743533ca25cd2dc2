import type { Scope } from "../scope.ts";
import type { EffectClass, Operation, OperationClause, OperationTarget } from "../types.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { catalog, type OperationEntry, type OperationId } from "./catalog.ts";

/** An operation that a detector saw in a call. */
export interface Finding {
  readonly id: OperationId;
  readonly label: string;
  readonly targets?: readonly Argument[];
  /** The targets are paths of this machine. */
  readonly arePaths?: boolean;
  readonly names?: readonly string[];
  readonly classes?: readonly EffectClass[];
  readonly clause?: OperationClause;
}

/** Looks at one call of the programs that its table names. */
export type Detector = (call: Call, scope: Scope) => readonly Finding[];

export type Family = Readonly<Record<string, Detector>>;

export function toOperation(finding: Finding, call: Call, scope: Scope): Operation {
  const entry: OperationEntry = catalog[finding.id];
  return {
    id: finding.id,
    classes: finding.classes ?? entry.classes,
    label: finding.label,
    clause: finding.clause ?? entry.clause,
    targets: (finding.targets ?? []).map((target) => toTarget(target, finding, call, scope)),
    names: finding.names ?? [],
    words: call.words.map(({ text }) => text),
  };
}

function toTarget(argument: Argument, finding: Finding, call: Call, scope: Scope): OperationTarget {
  const { text, kind } = argument;
  const isDangerous = finding.arePaths
    ? scope.isDangerous(argument, call.state.cwd)
    : text === "{stdin}" || text === "*";
  return { text, kind, isDangerous };
}

/** `--help` makes every command harmless, and so does `--version` at its end. */
export function asksForHelp(call: Call): boolean {
  const dashes = call.args.findIndex(({ text }) => text === "--");
  const own = dashes < 0 ? call.args : call.args.slice(0, dashes);
  return own.some(
    ({ text }, index) => text === "--help" || (text === "--version" && index === own.length - 1),
  );
}

/** PowerShell's way to say what a cmdlet would do; any beginning that no other parameter has. */
export function isWhatIf({ language, args }: Call): boolean {
  return language === "powershell" && args.some(({ text }) => /^-wh(a(t(if?)?)?)?(:\$?true)?$/i.test(text));
}

export function isDryRun(call: Call): boolean {
  return call.args.some(({ text }, index) => {
    if (text === "--dryrun") return true;
    if (text === "--dry-run") return !/^(false|none)$/.test(call.args[index + 1]?.text ?? "");
    return text.startsWith("--dry-run=") && !/=(false|none)$/.test(text);
  });
}
