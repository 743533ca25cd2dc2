import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import type { ShellLanguage, ShellParser, SyntaxNode } from "../shell/syntax.ts";
import { plainTree, type NodeKinds } from "./plainTree.ts";

type Library = typeof TreeSitter;

/** Beside a bundle, where no `node_modules` exists, in its folder or the one above; else the package. */
const libraryPlaces = [
  "./grammars/tree-sitter.cjs",
  "../grammars/tree-sitter.cjs",
  "@vscode/tree-sitter-wasm",
] as const;

const mentionsPowerShell = /pwsh|powershell/i;

let library: Promise<Library> | undefined;
const parsers = new Map<ShellLanguage, Promise<TreeSitter.Parser>>();
const nodeKinds: Readonly<Record<ShellLanguage, NodeKinds>> = { bash: new Map(), powershell: new Map() };

/**
 * A parser for a command of one shell. Grammars load at the first command that can need them, once per
 * process; PowerShell's takes some hundred milliseconds.
 */
export async function loadShellParser(language: ShellLanguage, command: string): Promise<ShellParser> {
  const needed = new Set<ShellLanguage>(["bash", language]);
  if (mentionsPowerShell.test(command)) needed.add("powershell");
  const loaded = new Map<ShellLanguage, TreeSitter.Parser>();
  for (const name of needed) loaded.set(name, await parserOf(name));
  return {
    parse(source: string, wanted: ShellLanguage): SyntaxNode | undefined {
      const parser = loaded.get(wanted);
      return parser && parse(parser, source, nodeKinds[wanted]);
    },
  };
}

function parse(parser: TreeSitter.Parser, source: string, kinds: NodeKinds): SyntaxNode {
  const tree = parser.parse(source);
  if (!tree)
    throw new Error("Cannot parse a command: the grammar gave no tree. Please report this as a bug.");
  try {
    return plainTree(tree.walk(), source, kinds);
  } finally {
    tree.delete();
  }
}

function parserOf(language: ShellLanguage): Promise<TreeSitter.Parser> {
  const known = parsers.get(language);
  if (known) return known;
  const loading = createParser(language);
  parsers.set(language, loading);
  // A failure, such as a file that an update is just replacing, is not kept.
  loading.catch(() => parsers.delete(language));
  return loading;
}

async function createParser(language: ShellLanguage): Promise<TreeSitter.Parser> {
  const { Parser, Language } = await loadLibrary();
  const parser = new Parser();
  const path = join(dirname(libraryPath()), `tree-sitter-${language}.wasm`);
  if (language === "powershell") keepOptimizingCompilerAway();
  parser.setLanguage(await Language.load(path));
  return parser;
}

/**
 * One function of PowerShell's grammar takes V8's optimizing compiler more than ten seconds, in the
 * background but to the end of the process, and commands are far too short to need it. V8 decides while
 * functions run, so the flags stay; what they cost is some speed of resizing images.
 */
function keepOptimizingCompilerAway(): void {
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
}

function loadLibrary(): Promise<Library> {
  library ??= startLibrary().catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

async function startLibrary(): Promise<Library> {
  const path = libraryPath();
  const loaded = createRequire(import.meta.url)(path) as Library;
  // The library itself reads its files: this package does no I/O of its own.
  await loaded.Parser.init({ locateFile: (file) => join(dirname(path), file) });
  return loaded;
}

function libraryPath(): string {
  const { resolve } = createRequire(import.meta.url);
  const problems: unknown[] = [];
  for (const place of libraryPlaces) {
    try {
      return resolve(place);
    } catch (error) {
      problems.push(error);
    }
  }
  throw new Error("Cannot read shell commands: the grammars of @vscode/tree-sitter-wasm are not installed.", {
    cause: problems.at(-1),
  });
}
