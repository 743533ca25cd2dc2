import { extname, basename } from "node:path";
import { currentTheme } from "./theme.ts";

type Family = "c" | "script" | "sql" | "markup" | "json";

/** Comments begin otherwise in each family of languages; strings and numbers look much the same. */
const comments: Readonly<Record<Family, string>> = {
  c: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))`,
  script: String.raw`(?<=^|\s)#[^\n]*`,
  sql: String.raw`--[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))`,
  markup: String.raw`<!--[\s\S]*?(?:-->|(?![\s\S]))`,
  json: String.raw`\/\/[^\n]*`,
};

const keywords: Readonly<Record<Family, string>> = {
  c:
    "abstract as async await break case catch class const constexpr continue default defer delete do else enum " +
    "export extends extern final finally fn for func function go goto if impl implements import in inline " +
    "instanceof interface internal is let loop match mod module mut namespace new object of operator override " +
    "package private protected pub public readonly return sealed sizeof static struct super switch template " +
    "this throw throws trait try type typedef typeof union unsafe use using val var virtual void when where " +
    "while yield",
  script:
    "and as assert async await begin break case class continue def del do done elif else end ensure esac except " +
    "export fi finally for foreach from function global if import in is lambda local module next nil nonlocal " +
    "not or param pass raise redo require rescue retry return self source then unless until when while with yield",
  sql:
    "add all alter and as asc begin between by case commit create delete desc distinct drop else end exists from " +
    "group having in index inner insert into is join left like limit not null on or order outer primary right " +
    "rollback select set table then union unique update values view when where with",
  markup: "",
  json: "",
};

const languageOf: Readonly<Record<string, string>> = {
  ...{ ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx", ".js": "javascript" },
  ...{ ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx", ".json": "json", ".jsonc": "json" },
  ...{ ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".hpp": "cpp", ".cs": "csharp", ".java": "java" },
  ...{ ".kt": "kotlin", ".swift": "swift", ".go": "go", ".rs": "rust", ".php": "php", ".scala": "scala" },
  ...{ ".dart": "dart", ".css": "css", ".scss": "scss", ".less": "less", ".py": "python", ".rb": "ruby" },
  ...{ ".sh": "bash", ".bash": "bash", ".zsh": "bash", ".fish": "fish", ".ps1": "powershell", ".pl": "perl" },
  ...{ ".r": "r", ".lua": "lua", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml", ".ini": "ini" },
  ...{ ".sql": "sql", ".html": "html", ".htm": "html", ".xml": "xml", ".svg": "xml", ".vue": "vue" },
  ...{ ".md": "markdown", ".markdown": "markdown", ".dockerfile": "dockerfile", ".mk": "makefile" },
};
const languageOfName: Readonly<Record<string, string>> = {
  dockerfile: "dockerfile",
  makefile: "makefile",
  gemfile: "ruby",
  rakefile: "ruby",
};

const families: Readonly<Record<string, Family>> = {
  ...Object.fromEntries(
    [
      ...["typescript", "ts", "tsx", "javascript", "js", "jsx", "c", "cpp", "c++", "csharp", "cs", "java"],
      ...["kotlin", "swift", "go", "rust", "rs", "php", "scala", "dart", "css", "scss", "less"],
    ].map((name) => [name, "c"]),
  ),
  ...Object.fromEntries(
    [
      ...["python", "py", "ruby", "rb", "bash", "sh", "shell", "zsh", "fish", "powershell", "perl", "r"],
      ...["yaml", "yml", "toml", "ini", "dockerfile", "makefile"],
    ].map((name) => [name, "script"]),
  ),
  ...{ sql: "sql", lua: "sql", html: "markup", xml: "markup", vue: "markup", json: "json", jsonc: "json" },
};

/** Name of the language of a file, by its name; `undefined` when nothing is known of it. */
export function getLanguageFromPath(path: string): string | undefined {
  const name = basename(path).toLowerCase();
  return languageOfName[name] ?? languageOf[extname(name)];
}

/** Lines of code in the colours of the theme; of a language nobody knows in the colour of code. */
export function highlightCode(code: string, language?: string): string[] {
  const theme = currentTheme();
  const family = families[language?.toLowerCase() ?? ""];
  const tokens = family ? tokenize(code, family) : [{ color: "mdCodeBlock", text: code }];
  return tokens
    .map(({ color, text }) =>
      color === undefined
        ? text
        : text
            .split("\n")
            .map((line) => (line === "" ? "" : theme.fg(color, line)))
            .join("\n"),
    )
    .join("")
    .split("\n");
}

interface Token {
  color?: string;
  text: string;
}

const strings =
  String.raw`"""[\s\S]*?(?:"""|(?![\s\S]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|` +
  "`(?:\\\\.|[^`\\\\])*`?";

function tokenize(code: string, family: Family): Token[] {
  const words = new Set(keywords[family].split(" "));
  const expression = new RegExp(
    String.raw`(?<comment>${comments[family]})|(?<string>${strings})|` +
      String.raw`(?<number>\b\d[\w.]*\b)|(?<call>[A-Za-z_$][\w$]*(?=\())|(?<word>[A-Za-z_$][\w$]*)`,
    "gm",
  );
  const tokens: Token[] = [];
  let from = 0;
  for (const match of code.matchAll(expression)) {
    const [text] = match;
    if (match.index > from) tokens.push({ text: code.slice(from, match.index) });
    tokens.push({ text, ...colorOf(match.groups ?? {}, family, words) });
    from = match.index + text.length;
  }
  tokens.push({ text: code.slice(from) });
  return tokens;
}

function colorOf(
  { comment, string, number, word, call }: Readonly<Record<string, string | undefined>>,
  family: Family,
  words: ReadonlySet<string>,
): { color: string } | undefined {
  if (comment !== undefined) return { color: "syntaxComment" };
  if (string !== undefined) return { color: "syntaxString" };
  if (number !== undefined) return { color: "syntaxNumber" };
  const name = call ?? word;
  if (name === undefined) return undefined;
  const plain = family === "sql" ? name.toLowerCase() : name;
  if (words.has(plain)) return { color: "syntaxKeyword" };
  if (/^(true|false|null|undefined|None|True|False|nil)$/.test(name)) return { color: "syntaxNumber" };
  if (call !== undefined) return { color: "syntaxFunction" };
  return /^[A-Z]\w*[a-z]/.test(name) && family !== "markup" ? { color: "syntaxType" } : undefined;
}
