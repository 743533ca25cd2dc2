import { readParameters } from "../powershell/parameters.ts";
import type { Scope } from "../scope.ts";
import { dynamic, literal } from "./argument.ts";
import type { Call } from "./call.ts";

/** What commands of the shell itself change for those after them. */
export function runBuiltin(call: Call, scope: Scope): void {
  const { state, args, language } = call;
  const name = language === "powershell" ? call.program.name.toLowerCase() : call.program.name;
  switch (name) {
    case "cd":
    case "chdir":
    case "pushd":
    case "set-location":
    case "sl":
    case "push-location":
      changeFolder(call, scope);
      break;
    case "popd":
    case "pop-location":
      state.cwd = scope.workspace;
      break;
    case "set":
      setFlags(call);
      setOperands(call);
      break;
    case "shopt":
      if (args.some(({ text }) => text === "pipefail"))
        state.pipefail = !args.some(({ text }) => text === "-u");
      break;
    case "set-alias":
    case "new-alias":
    case "sal":
    case "nal":
      setCmdletAlias(call);
      break;
    case "alias":
      for (const { text } of args) {
        const [, alias, value] = /^([^=\s]+)=(.+)$/s.exec(text) ?? [];
        if (alias && value) state.aliases.set(alias, value.trim().split(/\s+/).map(literal));
      }
      break;
    case "unset":
    case "read":
    case "mapfile":
    case "readarray":
      for (const { text } of args) state.variables.delete(text);
      break;
    case "shift":
      state.parameters = [];
      break;
  }
}

function setCmdletAlias({ state, args }: Call): void {
  const parameters = readParameters(args, {
    values: "name value description option scope",
    switches: "force",
  });
  const operands = [...parameters.operands];
  const name = parameters.value("name") ?? operands.shift();
  const value = parameters.value("value") ?? operands.shift();
  if (name && value) state.aliases.set(name.text.toLowerCase(), [value]);
}

function changeFolder({ state, args }: Call, scope: Scope): void {
  const operands = args.filter(({ text }) => !/^-(?!$)/.test(text));
  const [folder] = operands;
  if (!folder) {
    state.cwd = args.length === 0 ? scope.home : state.cwd;
    return;
  }
  const isKnown = folder.kind === "literal" && folder.text !== "-";
  state.cwd = isKnown ? scope.resolve(folder.text, state.cwd) : scope.workspace;
}

/** `set -- a b`: the words become `$1`, `$2` and `$@`. */
function setOperands({ state, args, language }: Call): void {
  const dashes = args.findIndex(({ text }) => text === "--");
  if (dashes < 0 || language === "powershell") return;
  state.parameters = [state.parameters[0] ?? dynamic("$0"), ...args.slice(dashes + 1)];
}

function setFlags({ state, args }: Call): void {
  for (const [index, { text }] of args.entries()) {
    if (text === "--" || !/^[-+]/.test(text)) {
      if (args[index - 1] && /^[-+]\w*o$/.test(args[index - 1]?.text ?? "")) continue;
      break;
    }
    const isOn = text.startsWith("-");
    if (text.slice(1).includes("e")) state.errexit = isOn;
    if (!text.endsWith("o")) continue;
    const option = args[index + 1]?.text;
    if (option === "pipefail") state.pipefail = isOn;
    if (option === "errexit") state.errexit = isOn;
  }
}
