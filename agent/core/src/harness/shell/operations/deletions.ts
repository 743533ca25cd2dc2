import { readOptions } from "../options.ts";
import { readParameters } from "../powershell/parameters.ts";
import type { Scope } from "../scope.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import type { Detector, Family, Finding } from "./finding.ts";

/** A deletion of these targets, unless all of them are temporary files. */
export function deletion(label: string, targets: readonly Argument[], call: Call, scope: Scope): Finding[] {
  const { cwd } = call.state;
  if (targets.length > 0 && targets.every((target) => scope.isBelowTemp(target, cwd))) return [];
  return [{ id: "fs.delete", label, targets, arePaths: true }];
}

/** Deleting this needs no recursion to be worth a question. */
function isWide(target: Argument, call: Call, scope: Scope): boolean {
  if (target.kind === "glob" || target.text.includes("{stdin}")) return true;
  // What a cmdlet handed to a script block, one by one.
  if (call.language === "powershell" && /\$(_|PSItem)\b/i.test(target.text)) return true;
  return scope.placeOf(target, call.state.cwd) === "outside";
}

function rm(call: Call, scope: Scope): Finding[] {
  if (call.language === "powershell") return removeItem(call, scope);
  const options = readOptions(call.args);
  const targets = options.operands;
  if (options.has("-r -R --recursive")) return deletion("rm -r", targets, call, scope);
  const isGated = targets.some((target) => isWide(target, call, scope));
  return isGated ? deletion("rm", targets, call, scope) : [];
}

/** Programs that delete whatever they are given. */
function always(label: string, values = ""): Detector {
  return (call, scope) => {
    const options = readOptions(call.args, { values });
    return options.has("--dry-run") ? [] : deletion(label, options.operands, call, scope);
  };
}

/** `rd /s /q dist`, `del /s *.obj` of cmd. */
function cmdDelete(call: Call, scope: Scope): Finding[] {
  if (call.language === "powershell") return removeItem(call, scope);
  if (!call.args.some(({ text }) => /^\/s$/i.test(text))) return [];
  const targets = call.args.filter(({ text }) => !/^\/[a-z](:.*)?$/i.test(text));
  return deletion(`${call.program.name} /s`, targets, call, scope);
}

/** `del` is cmd's, and a package that deletes globs. */
function del(call: Call, scope: Scope): readonly Finding[] {
  const isCmd = call.language === "powershell" || call.args.some(({ text }) => /^\/[a-z]$/i.test(text));
  return isCmd ? cmdDelete(call, scope) : always("del")(call, scope);
}

function removeItem(call: Call, scope: Scope): Finding[] {
  const parameters = readParameters(call.args, {
    values: "path literalpath filter include exclude stream credential",
    switches: "recurse force",
  });
  if (parameters.has("whatif")) return [];
  const isRecursive = parameters.has("recurse") || call.args.some(({ text }) => /^-(rf|fr)$/.test(text));
  const given = [
    ...parameters.operands,
    ...parameters.valuesOf("path"),
    ...parameters.valuesOf("literalpath"),
  ];
  const isPiped = given.length === 0 && call.input.isPiped === true;
  const targets: readonly Argument[] = isPiped
    ? [{ text: "{stdin}", kind: "dynamic", prefix: "", isFetched: false }]
    : given;
  const isGated = isRecursive || isPiped || targets.some((target) => isWide(target, call, scope));
  return isGated ? deletion(isRecursive ? "Remove-Item -Recurse" : "Remove-Item", targets, call, scope) : [];
}

function find(call: Call, scope: Scope): Finding[] {
  if (!call.args.some(({ text }) => text === "-delete")) return [];
  const start = call.args.findIndex(({ text }) => !/^-[HLPOD]/.test(text));
  const end = call.args.findIndex(({ text }, index) => index >= start && /^[-(!]/.test(text));
  const roots = call.args.slice(Math.max(start, 0), end < 0 ? undefined : end);
  const here: Argument = { text: ".", kind: "literal", prefix: ".", isFetched: false };
  return deletion("find -delete", roots.length > 0 ? roots : [here], call, scope);
}

export const deletionFamily: Family = {
  rm,
  grm: rm,
  rimraf: always("rimraf", "--max-retries --backoff"),
  "rimraf-cli": always("rimraf"),
  "del-cli": always("del"),
  del,
  erase: cmdDelete,
  rd: cmdDelete,
  rmdir: cmdDelete,
  ri: removeItem,
  "remove-item": removeItem,
  shred: always("shred", "-n --iterations -s --size --random-source"),
  wipe: always("wipe"),
  srm: always("srm"),
  find,
  gfind: find,
};
