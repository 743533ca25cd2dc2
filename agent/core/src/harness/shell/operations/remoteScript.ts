import { readOptions } from "../options.ts";
import type { Scope } from "../scope.ts";
import type { Call } from "../walk/call.ts";
import { isDownload } from "../walk/downloads.ts";
import type { Finding } from "./finding.ts";

const shells = /^(sh|bash|zsh|dash|ksh|ash|fish|eval|source|\.|iex|invoke-expression|pwsh|powershell|cmd)$/;
const interpreters =
  /^(node|nodejs|python|python2|python3|py|ruby|perl|php|deno|bun|tsx|ts-node|lua|osascript|Rscript)$/;

/** .NET's ways to download. */
const netDownload = /\b(Download(String|File|Data)|(Invoke-(WebRequest|RestMethod)|iwr|irm)\b)/i;

/** Code from the network that is run: a file of the same command line, piped into a shell or interpreter, or substituted into one. */
export function remoteScriptFindings(call: Call, scope: Scope): readonly Finding[] {
  const { program, args, input, language } = call;
  const found: Finding[] = [{ id: "remote.script", label: program.name || "remote script" }];
  if (program.isScript && isDownload(program.path, call, scope)) return found;
  if (program.name === "" && call.words[0]?.isFetched) return found;
  const name = language === "powershell" ? program.name.toLowerCase() : program.name;
  const isShell = shells.test(name);
  if (program.isScript || (!isShell && !interpreters.test(name))) return [];
  // `deno run https://...`
  if (name === "deno" && args.some(({ text }) => /^https?:\/\//.test(text))) return found;
  const code = args.find(({ text }) => !/^[-+]\S/.test(text));
  if (code?.isFetched) return found;
  if (/^(iex|invoke-expression)$/.test(name) && args.some(({ text }) => netDownload.test(text))) return found;
  if (input.isFetched !== true) return [];
  if (isShell) return name === "eval" || readsInput(call) ? found : [];
  const takesInput = args.every(
    ({ text }) =>
      text === "-" ||
      (/^-/.test(text) && !/^-{1,2}(e|c|m|p|n|r|eval|print)$/.test(text) && !/^-\w*[ecmpn]\w*$/.test(text)),
  );
  return takesInput ? found : [];
}

function readsInput(call: Call): boolean {
  if (/^(iex|invoke-expression)$/i.test(call.program.name)) return true;
  const options = readOptions(call.args, { values: "-o -O -c", stopsAtOperand: true });
  if (options.has("-c")) return false;
  return (
    options.has("-s") ||
    options.operands.length === 0 ||
    options.word(0) === "-" ||
    options.word(0) === "/dev/stdin"
  );
}
