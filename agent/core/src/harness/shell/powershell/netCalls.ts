import type { SyntaxNode } from "../syntax.ts";

/** Methods of .NET that do what a cmdlet does: the cmdlet with the arguments in its place. */
type Cmdlet = (args: readonly string[]) => string | undefined;

const staticCalls: Readonly<Record<string, Cmdlet>> = {
  "io.directory::delete": ([path, recursive]) =>
    isFalse(recursive) ? `Remove-Item ${path}` : `Remove-Item -Recurse ${path}`,
  "io.file::delete": ([path]) => `Remove-Item ${path}`,
  "io.file::copy": ([from, to]) => `Copy-Item ${from} ${to}`,
  "io.file::move": ([from, to]) => `Move-Item ${from} ${to}`,
  "io.directory::move": ([from, to]) => `Move-Item ${from} ${to}`,
  "io.directory::createdirectory": ([path]) => `New-Item -ItemType Directory -Path ${path}`,
  "io.file::writealltext": ([path]) => `Set-Content ${path} x`,
  "io.file::writealllines": ([path]) => `Set-Content ${path} x`,
  "io.file::writeallbytes": ([path]) => `Set-Content ${path} x`,
  "io.file::appendalltext": ([path]) => `Add-Content ${path} x`,
  // Made here, run later.
  "scriptblock::create": ([text]) => `Invoke-Expression ${text}`,
  "management.automation.scriptblock::create": ([text]) => `Invoke-Expression ${text}`,
  "diagnostics.process::start": ([file, args = ""]) => `Start-Process ${file} ${args}`,
  "microsoft.visualbasic.fileio.filesystem::deletedirectory": ([path, , place = ""]) =>
    /SendToRecycleBin/i.test(place) ? undefined : `Remove-Item -Recurse ${path}`,
};

function isFalse(text: string | undefined): boolean {
  return text === undefined || /^\$?false$/i.test(text);
}

/** What brackets and blocks hold is lowered with the words that they stand in. */
const ownText =
  /^(parenthesized_expression|sub_expression|script_block_expression|command|hash_literal_expression)$/;

/** Methods of an object, a file or a process: the cmdlet that takes it from a pipe. */
const memberCmdlets: Readonly<Record<string, Cmdlet>> = {
  // What takes a key deletes an entry of a list.
  delete: (args) => {
    const [recursive = "$false"] = args;
    if (args.length > 1 || !/^\$(true|false)$/i.test(recursive)) return undefined;
    return isFalse(recursive) ? "Remove-Item" : "Remove-Item -Recurse";
  },
  kill: () => "Stop-Process",
  foreach: ([member]) => (member === undefined ? undefined : `ForEach-Object ${member}`),
};

/** A cmdlet in the place of a method call. */
export interface NetCall {
  readonly cmdlet: string;
  /** Text of the expression whose value the cmdlet takes from a pipe. */
  readonly object?: string;
}

/** Cmdlets that do what the method calls of an expression do, in its order. */
export function netCallsIn(root: SyntaxNode, source: string): NetCall[] {
  const found: NetCall[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "invokation_expression") {
      const call = callOf(node, source);
      if (call) found.push(call);
    }
    for (const child of node.children) if (!ownText.test(child.type)) open.push(child);
  }
  return found;
}

function callOf(node: SyntaxNode, source: string): NetCall | undefined {
  const textOf = (child: SyntaxNode | undefined): string =>
    child ? source.slice(child.startIndex, child.endIndex) : "";
  const child = (type: string): SyntaxNode | undefined => node.children.find((each) => each.type === type);
  const member = textOf(child("member_name")).toLowerCase();
  const args = (child("argument_list")?.children ?? [])
    .flatMap((list) => list.children)
    .filter(({ type }) => type === "argument_expression")
    .map(textOf);
  const type = child("type_literal");
  if (!type) {
    const piped = Object.hasOwn(memberCmdlets, member) ? memberCmdlets[member]?.(args) : undefined;
    return piped === undefined ? undefined : { cmdlet: piped, object: textOf(node.children[0]) };
  }
  const name = textOf(type)
    .slice(1, -1)
    .replace(/^System\./i, "")
    .toLowerCase();
  const key = `${name}::${member}`;
  const cmdlet = args.length > 0 && Object.hasOwn(staticCalls, key) ? staticCalls[key]?.(args) : undefined;
  return cmdlet === undefined ? undefined : { cmdlet };
}
