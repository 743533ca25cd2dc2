import { readOptions } from "../options.ts";
import { joinArguments, literal, rest, type Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";
import { shellTextOf } from "./cmdText.ts";
import { script, type Inner, type Unwrapper } from "./inner.ts";

/** `sh -c '...'`, and shells that read their commands from a heredoc or a pipe. */
function unwrapShell(call: Call): readonly Inner[] | "unreadable" | undefined {
  const flags = { errexit: false, pipefail: false };
  let isCommand = false;
  let at = 0;
  for (; at < call.args.length; at++) {
    const text = call.args[at]?.text ?? "";
    if (text === "--") {
      at++;
      break;
    }
    if (!/^[-+]/.test(text) || text === "-") break;
    if (/^--(rcfile|init-file)$/.test(text)) at++;
    if (text.startsWith("--")) continue;
    if (text.slice(1).includes("e")) flags.errexit = true;
    if (text.slice(1).includes("c")) isCommand = true;
    if (/[oO]$/.test(text)) {
      const option = call.args[++at]?.text;
      if (option === "pipefail") flags.pipefail = true;
      if (option === "errexit") flags.errexit = true;
    }
  }
  const operands = call.args.slice(at);
  const [first] = operands;
  if (isCommand) {
    return first && [script(first, { ...flags, parameters: operands.slice(1), input: call.input })];
  }
  if (first?.content !== undefined) return [script(literal(first.content), { ...flags, input: {} })];
  const readsInput = !first || isStdin(first.text) || call.args.some(({ text }) => /^-\w*s\w*$/.test(text));
  if (!readsInput) return undefined;
  return inputScript(call, {
    ...flags,
    parameters: [literal("sh"), ...operands.slice(first && isStdin(first.text) ? 1 : 0)],
  });
}

function isStdin(operand: string): boolean {
  return operand === "-" || operand === "/dev/stdin";
}

function inputScript(
  call: Call,
  options: Parameters<typeof script>[1],
): readonly Inner[] | "unreadable" | undefined {
  const { text, isInexact, isEncoded } = call.input;
  if (text === undefined) return isEncoded ? "unreadable" : undefined;
  const source: Argument = { ...literal(text), kind: isInexact ? "dynamic" : "literal" };
  return [script(source, { ...options, input: {} })];
}

function unwrapEval(call: Call): readonly Inner[] {
  const args = call.args[0]?.text === "--" ? call.args.slice(1) : call.args;
  return args.length > 0 ? [script(joinArguments(args), { isSameShell: true })] : [];
}

/** `alias n='...'`: what the name will run. */
function unwrapAlias(call: Call): readonly Inner[] | undefined {
  const bodies = call.args.filter(({ text }) => /^[^=\s]+=./.test(text));
  if (bodies.length === 0) return undefined;
  return bodies.map((argument) =>
    script(rest(argument, argument.text.indexOf("=") + 1), {
      passesStatus: false,
      isDefinition: true,
      input: {},
    }),
  );
}

/** `source <(...)`, or standard input, of a text that is known. */
function unwrapSource(call: Call): readonly Inner[] | "unreadable" | undefined {
  const [file] = call.args;
  if (file?.text === "/dev/stdin") return inputScript(call, { isSameShell: true });
  const content = file?.content;
  return content === undefined ? undefined : [script(literal(content), { isSameShell: true, input: {} })];
}

/** The body of a trap runs at another time: its status is not the command's. */
function unwrapTrap(call: Call): readonly Inner[] | undefined {
  const { operands } = readOptions(call.args);
  const [body] = operands;
  if (!body || operands.length < 2 || body.text === "" || body.text === "-") return undefined;
  return [script(body, { passesStatus: false })];
}

/** `echo '...' | at now + 1 hour`: what it reads runs later. */
function unwrapAt(call: Call): readonly Inner[] | "unreadable" | undefined {
  return readOptions(call.args).has("-l -r -d -c") ? undefined : inputScript(call, { passesStatus: false });
}

/** `expect -c 'spawn ssh host'`: programs that its dialogue starts. */
function unwrapExpect(call: Call): readonly Inner[] | undefined {
  const starts = readOptions(call.args, { values: "-c -f" })
    .valuesOf("-c")
    .flatMap((code) => [...code.text.matchAll(/(?:^|[;\n{\[])\s*(?:spawn|exec|system)\s+([^;\n}\]]+)/g)]);
  if (starts.length === 0) return undefined;
  return starts.map((start) => script(literal(start[1] ?? ""), { passesStatus: false, input: {} }));
}

function unwrapSu(call: Call): readonly Inner[] | undefined {
  const command = readOptions(call.args, { values: "-c --command -s --shell -g -G -w" }).value(
    "-c --command",
  );
  return command && [script(command)];
}

function unwrapFlock(call: Call): readonly Inner[] | undefined {
  const command = readOptions(call.args, { values: "-c --command -w --timeout -E" }).value("-c --command");
  return command && [script(command)];
}

function unwrapScriptRecorder(call: Call): readonly Inner[] | undefined {
  const command = readOptions(call.args, { values: "-c --command -E -O -I -B -T" }).value("-c --command");
  return command && [script(command, { passesStatus: readOptions(call.args).has("-e --return") })];
}

/** `cmd /c ...`: its words are joined, as cmd does. */
function unwrapCmd(call: Call): readonly Inner[] | undefined {
  const at = call.args.findIndex(({ text }) => /^\/{1,2}[ck]$/i.test(text));
  if (at < 0) return undefined;
  const command = call.args.slice(at + 1);
  if (command.length === 0) return undefined;
  const line = joinArguments(command);
  return [script({ ...line, text: shellTextOf(line.text) })];
}

/** `powershell -Command ...` and `-EncodedCommand`, by any prefix of their names. */
function unwrapPowerShell(call: Call): readonly Inner[] | "unreadable" | undefined {
  for (let at = 0; at < call.args.length; at++) {
    const text = call.args[at]?.text.toLowerCase() ?? "";
    const others = call.args.slice(at + 1);
    if (/^[-/](c|co|com|comm|comma|comman|command)$/.test(text)) {
      const command = others[0]?.text === "-" ? undefined : joinArguments(others);
      return command
        ? [script(command, { language: "powershell" })]
        : inputScript(call, { language: "powershell" });
    }
    if (/^[-/](e|ec|en\w*)$/.test(text) && "encodedcommand".startsWith(text.slice(1).replace(/^ec$/, "e"))) {
      const decoded = decodeCommand(others[0]);
      return decoded === undefined ? "unreadable" : [script(literal(decoded), { language: "powershell" })];
    }
    if (/^[-/](f|fi|fil|file)$/.test(text)) return undefined;
    if (!text.startsWith("-")) {
      // Windows PowerShell runs its first operand, pwsh takes it for a file.
      const isFile = /\.ps1$/.test(text);
      return isFile ? undefined : [script(joinArguments(call.args.slice(at)), { language: "powershell" })];
    }
    if (
      /^-(executionpolicy|ep|ex\w*|workingdirectory|wd|windowstyle|w|version|v|inputformat|outputformat|configurationname|psconsolefile|settingsfile)$/.test(
        text,
      )
    ) {
      at++;
    }
  }
  return inputScript(call, { language: "powershell" });
}

/** Base64 of UTF-16LE. */
function decodeCommand(value: Argument | undefined): string | undefined {
  if (!value || value.kind !== "literal") return undefined;
  const text = value.text.replace(/=+$/, "");
  if (text === "" || /[^A-Za-z0-9+/]/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 2 !== 0) return undefined;
  const decoded = bytes.toString("utf16le");
  // Anything else was not text in this encoding.
  return /^[\t\r\n -~\u00a0-\u024f]+$/.test(decoded) ? decoded : undefined;
}

function unwrapInvokeExpression(call: Call): readonly Inner[] | "unreadable" | undefined {
  const command = call.args.filter(({ text }) => !/^-(command|c)$/i.test(text));
  if (command.length > 0) {
    return [script(joinArguments(command), { language: "powershell", isSameShell: true })];
  }
  return inputScript(call, { language: "powershell", isSameShell: true });
}

export const shellUnwrappers: Readonly<Record<string, Unwrapper>> = {
  sh: unwrapShell,
  bash: unwrapShell,
  zsh: unwrapShell,
  dash: unwrapShell,
  ksh: unwrapShell,
  ash: unwrapShell,
  fish: unwrapShell,
  at: unwrapAt,
  batch: unwrapAt,
  expect: unwrapExpect,
  source: unwrapSource,
  ".": unwrapSource,
  alias: unwrapAlias,
  eval: unwrapEval,
  trap: unwrapTrap,
  su: unwrapSu,
  sg: unwrapSu,
  runuser: unwrapSu,
  flock: unwrapFlock,
  script: unwrapScriptRecorder,
  cmd: unwrapCmd,
  powershell: unwrapPowerShell,
  pwsh: unwrapPowerShell,
  "invoke-expression": unwrapInvokeExpression,
  iex: unwrapInvokeExpression,
};
