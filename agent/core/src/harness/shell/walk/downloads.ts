import { readOptions } from "../options.ts";
import { curlValues, wgetValues } from "../programOptions.ts";
import type { Scope } from "../scope.ts";
import type { Argument } from "./argument.ts";
import type { Call } from "./call.ts";

/** Remembers the files that a command downloads: what runs one of them later runs fetched code. */
export function noteDownloads(call: Call, scope: Scope): void {
  const { state, redirects, language } = call;
  const name = language === "powershell" ? call.program.name.toLowerCase() : call.program.name;
  if (call.program.isScript || !isDownloader(name)) return;
  const written = redirects.filter(
    ({ operator, descriptor }) => /^(>|>>|>\||&>)$/.test(operator) && (descriptor ?? 1) === 1,
  );
  const files = [...filesOf(name, call.args), ...written.map(({ target }) => target)];
  for (const { text, kind } of files) {
    if (kind === "literal") state.downloads.add(scope.resolve(text, state.cwd));
  }
}

export function isDownload(program: Argument, call: Call, scope: Scope): boolean {
  return program.kind === "literal" && call.state.downloads.has(scope.resolve(program.text, call.state.cwd));
}

function isDownloader(name: string): boolean {
  return /^(curl|wget|wget2|iwr|irm|invoke-webrequest|invoke-restmethod)$/.test(name);
}

function filesOf(name: string, args: readonly Argument[]): readonly Argument[] {
  if (name === "curl") {
    const options = readOptions(args, { values: curlValues });
    const isNamedByServer = options.has("-O --remote-name --remote-name-all");
    const files = [
      ...options.valuesOf("-o --output"),
      ...(isNamedByServer ? urlFiles(options.operands) : []),
    ];
    return files.map((file) => below(options.value("--output-dir"), file));
  }
  if (name.startsWith("wget")) {
    const options = readOptions(args, { values: wgetValues });
    const files = options.valuesOf("-O --output-document");
    return files.length > 0
      ? files
      : urlFiles(options.operands).map((file) => below(options.value("-P --directory-prefix"), file));
  }
  const at = args.findIndex(({ text }) => /^-outf(i(le?)?)?$/i.test(text));
  const file = at >= 0 ? args[at + 1] : undefined;
  return file ? [file] : [];
}

/** The names that a URL gives its file. */
function urlFiles(urls: readonly Argument[]): Argument[] {
  return urls.flatMap((url) => {
    const file = /^[^?#]*\/([^/?#]+)/.exec(url.text)?.[1];
    return file !== undefined && !/[$`]/.test(file) ? [{ ...url, kind: "literal" as const, text: file }] : [];
  });
}

function below(folder: Argument | undefined, file: Argument): Argument {
  if (!folder) return file;
  const kind = folder.kind === "literal" ? file.kind : folder.kind;
  return { ...file, kind, text: `${folder.text}/${file.text}` };
}
