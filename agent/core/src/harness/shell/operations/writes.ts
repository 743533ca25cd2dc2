import { readOptions, type Options } from "../options.ts";
import { readParameters } from "../powershell/parameters.ts";
import type { Scope } from "../scope.ts";
import { literal, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { deletion } from "./deletions.ts";
import type { Detector, Family, Finding } from "./finding.ts";
import { isStream, outsideFindings } from "./outside.ts";

/** `host:path` and URLs; a drive letter is none. */
export function isRemotePath({ text }: Argument): boolean {
  return /^[^/\s:]{2,}:/.test(text) || /^[\w.-]+@[\w.-]+:/.test(text) || /^\w+:\/\//.test(text);
}

/** A program whose destinations its words name. */
function writer(
  values: string,
  destinations: (options: Options, call: Call) => readonly Argument[],
): Detector {
  return (call, scope) => {
    const options = readOptions(call.args, { values });
    return outsideFindings(call.program.name, destinations(options, call), call, scope);
  };
}

const copyValues = "-t --target-directory -S --suffix --context -Z";

function lastOr(options: Options, folder: Argument | undefined): readonly Argument[] {
  if (folder) return [folder];
  return options.operands.length > 1 ? options.operands.slice(-1) : [];
}

const copy = writer(copyValues, (options) => lastOr(options, options.value("-t --target-directory")));

function move(call: Call, scope: Scope): readonly Finding[] {
  const options = readOptions(call.args, { values: copyValues });
  const [last] = lastOr(options, options.value("-t --target-directory"));
  if (last && /^\/dev\/null$/.test(last.text)) {
    return deletion("mv", options.operands.slice(0, -1), call, scope);
  }
  // Moving something here from outside takes it away there.
  return outsideFindings("mv", options.operands.length > 1 ? options.operands : [], call, scope);
}

const install = writer("-m --mode -o --owner -g --group -t --target-directory -S --suffix", (options) =>
  options.has("-d --directory") ? options.operands : lastOr(options, options.value("-t --target-directory")),
);

function sed(call: Call, scope: Scope): readonly Finding[] {
  const options = readOptions(call.args, { values: "-e --expression -f --file -l --line-length" });
  if (!isInPlace(call)) return [];
  const files = options.operands.slice(options.has("-e --expression -f --file") ? 0 : 1);
  return outsideFindings("sed -i", files, call, scope);
}

export function isInPlace({ args }: Call): boolean {
  return args.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text) && !/^-[ef]/.test(text));
}

function perl(call: Call, scope: Scope): readonly Finding[] {
  if (!call.args.some(({ text }) => /^-[a-zA-Z]*i/.test(text) && !/^-[eEIMm]/.test(text))) return [];
  const options = readOptions(call.args, { values: "-e -E -I -M -m" });
  return outsideFindings("perl -i", options.operands, call, scope);
}

/** `tar xzf a.tgz -C dir` unpacks into a folder, `tar czf file` writes one. */
function tar(call: Call, scope: Scope): readonly Finding[] {
  const [first, ...others] = call.args;
  if (!first) return [];
  // The oldest way: a first word of letters without a dash.
  const isBundle = /^[a-zA-Z]+$/.test(first.text);
  const args = isBundle ? [{ ...literal(`-${first.text}`) }, ...others] : call.args;
  const options = readOptions(args, {
    values:
      "-f --file -C --directory -X --exclude-from --exclude -T --files-from --transform --strip-components -b -I --use-compress-program --owner --group --mode",
  });
  const folder = options.value("-C --directory");
  if (options.has("-x --extract --get")) {
    return outsideFindings("tar -x", [folder ?? literal(".")], call, scope);
  }
  const isCreated = options.has("-c --create -r --append -u --update");
  return isCreated ? outsideFindings("tar -c", options.valuesOf("-f --file"), call, scope) : [];
}

function dd(call: Call): readonly Finding[] {
  const output = call.args.find(({ text }) => text.startsWith("of="));
  if (!output) return [];
  const file = { ...output, text: output.text.slice(3), prefix: output.prefix.slice(3) };
  if (isStream(file)) return [];
  return [{ id: "disk.write", label: "dd", targets: [file] }];
}

/** rsync, when both sides are here. Uploads are another family's. */
function rsync(call: Call, scope: Scope): readonly Finding[] {
  const { operands, ...rest } = rsyncParts(call);
  const destination = operands.at(-1);
  if (operands.length < 2 || !destination || isRemotePath(destination) || rest.isDry) return [];
  const outside = outsideFindings("rsync", [destination], call, scope);
  return rest.deletes ? [...deletion("rsync --delete", [destination], call, scope), ...outside] : outside;
}

export function rsyncParts(call: Call): { operands: readonly Argument[]; deletes: boolean; isDry: boolean } {
  const options = readOptions(call.args, {
    values:
      "-e --rsh --exclude --include --exclude-from --include-from --files-from -f --filter --bwlimit --timeout --port --password-file --log-file --chmod --chown --partial-dir --temp-dir -T --backup-dir --suffix --max-size --min-size --rsync-path --out-format --info --compare-dest --link-dest -B -M",
  });
  return {
    operands: options.operands,
    deletes: options.names.some((name) => /^--(delete|del$|remove-source-files)/.test(name)),
    isDry: options.has("-n --dry-run"),
  };
}

/** Options of programs whose value is a file or folder that is written. */
const outputs: Readonly<Record<string, string>> = {
  openssl: "-out -keyout",
  "ssh-keygen": "-f",
  gpg: "-o --output",
  pandoc: "-o --output",
  sort: "-o --output",
};

function outputOption(names: string): Detector {
  return (call, scope) => {
    const isSingleDash = call.program.name === "openssl";
    const options = readOptions(call.args, { values: names, isSingleDash });
    return outsideFindings(call.program.name, options.valuesOf(names), call, scope);
  };
}

function truncate(call: Call, scope: Scope): readonly Finding[] {
  const { operands } = readOptions(call.args, { values: "-s --size -r --reference" });
  const targets = operands.filter((target) => scope.placeOf(target, call.state.cwd) !== "temp");
  return targets.length > 0 ? [{ id: "fs.truncate", label: "truncate", targets, arePaths: true }] : [];
}

function clearContent(call: Call, scope: Scope): readonly Finding[] {
  const parameters = readParameters(call.args, {
    values: "path literalpath filter include exclude",
    switches: "force",
  });
  if (parameters.has("whatif")) return [];
  const given = [
    ...parameters.operands,
    ...parameters.valuesOf("path"),
    ...parameters.valuesOf("literalpath"),
  ];
  const targets = given.filter((target) => scope.placeOf(target, call.state.cwd) !== "temp");
  if (given.length > 0 && targets.length === 0) return [];
  return [{ id: "fs.truncate", label: "Clear-Content", targets, arePaths: true }];
}

function recursivePermission(call: Call): readonly Finding[] {
  const isRecursive = call.args.some(({ text }) => /^(-[a-zA-Z]*R[a-zA-Z]*|--recursive)$/.test(text));
  return isRecursive ? [{ id: "fs.perm", label: `${call.program.name} -R` }] : [];
}

/** Cmdlets that write where a parameter or an operand says. */
function cmdletWriter(position: number): Detector {
  return (call, scope) => {
    const parameters = readParameters(call.args, {
      values:
        "path literalpath destination filepath value itemtype name outfile encoding filter target inputobject delimiter width",
      switches: "recurse force append nonewline noclobber passthru notypeinformation",
    });
    const named = ["destination", "filepath", ...(position === 0 ? ["path", "literalpath"] : [])].flatMap(
      (name) => parameters.valuesOf(name),
    );
    const operand = parameters.operands[position];
    const targets = named.length > 0 ? named : operand ? [operand] : [];
    return outsideFindings(call.program.name, targets, call, scope);
  };
}

const makeFolder = writer("-m --mode --context -Z", (options) => options.operands);

/** In PowerShell these names are aliases of cmdlets. */
function native(detector: Detector, cmdlet: Detector): Detector {
  return (call, scope) => (call.language === "powershell" ? cmdlet : detector)(call, scope);
}

export const writeFamily: Family = {
  cp: native(copy, cmdletWriter(1)),
  gcp: copy,
  mv: native(move, cmdletWriter(1)),
  gmv: move,
  ln: copy,
  install,
  ginstall: install,
  tee: native(
    writer("--output-error", (options) => options.operands),
    cmdletWriter(0),
  ),
  mkdir: native(makeFolder, cmdletWriter(0)),
  md: makeFolder,
  venv: writer("--prompt", (options) => options.operands),
  virtualenv: writer("-p --python --prompt --pip", (options) => options.operands),
  touch: writer("-d --date -t -r --reference", (options) => options.operands),
  sed,
  gsed: sed,
  perl,
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip: writer("-d -x -P", (options) => options.valuesOf("-d")),
  zip: writer("-x -i -b -t -tt -n -s", (options) => options.operands.slice(0, 1)),
  dd,
  rsync,
  truncate,
  chmod: recursivePermission,
  chown: recursivePermission,
  chgrp: recursivePermission,
  "clear-content": clearContent,
  clc: clearContent,
  "copy-item": cmdletWriter(1),
  copy: cmdletWriter(1),
  cpi: cmdletWriter(1),
  "move-item": cmdletWriter(1),
  move: cmdletWriter(1),
  mi: cmdletWriter(1),
  "new-item": cmdletWriter(0),
  ni: cmdletWriter(0),
  "out-file": cmdletWriter(0),
  "set-content": cmdletWriter(0),
  "add-content": cmdletWriter(0),
  "tee-object": cmdletWriter(0),
  "export-csv": cmdletWriter(0),
  "expand-archive": cmdletWriter(1),
  "compress-archive": cmdletWriter(1),
  ...Object.fromEntries(Object.entries(outputs).map(([name, options]) => [name, outputOption(options)])),
};
