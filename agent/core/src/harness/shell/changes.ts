import { readOptions } from "./options.ts";
import { isStream } from "./operations/outside.ts";
import { isInPlace } from "./operations/writes.ts";
import { verbs } from "./operations/verbs.ts";
import { isWrite } from "./readOnly.ts";
import type { Scope } from "./scope.ts";
import type { Argument } from "./walk/argument.ts";
import type { Call } from "./walk/call.ts";

/** Paths of which the text says only that something changes. */
const somewhere = "*";

const gitChanges = verbs(
  `checkout switch restore reset clean merge rebase pull cherry-pick revert apply am stash rm mv submodule
   read-tree checkout-index bisect subtree worktree lfs sparse-checkout`,
);

const packageChanges = verbs(
  `install i add remove rm uninstall un update up upgrade ci dedupe prune link rebuild import dlx create init pkg version set
   patch audit`,
);

/** Formatters that rewrite unless they are told to check. */
const formatters: Readonly<Record<string, RegExp>> = {
  black: /^--(check|diff)$/,
  isort: /^(-c|--check(-only)?|--diff)$/,
  rustfmt: /^--check$/,
  gofumpt: /^(-l|-d)$/,
  shfmt: /^(-d|--diff|-l|--list)$/,
  standardrb: /^--no-fix$/,
  pint: /^--test$/,
  "php-cs-fixer": /^(--dry-run|check)$/,
  swiftformat: /^--(lint|dryrun)$/,
  "google-java-format": /^(-n|--dry-run)$/,
  pyupgrade: /(?!)/,
  autoflake: /^(-c|--check)$/,
  scalafmt: /^--(check|test)$/,
};

/** Options with which tools rewrite files. */
const rewrites =
  /^(--write|--fix|-w|--fix-only|--fix-type|--in-place|-i|--apply|--autocorrect|--auto-correct|-a|-A|--autocorrect-all|--unsafe-fixes|--update-snapshots?|-u|--updateSnapshot|--inplace)$/;

const rewriters = verbs(
  `prettier eslint stylelint oxlint biome xo standard tslint ruff gofmt goimports clang-format rubocop yapf autopep8
   ktlint dprint markdownlint markdownlint-cli2 sqlfluff buildifier jscodeshift codemod taplo djlint jest vitest
   swiftlint phpcbf yq xmlstarlet`,
);

/** Programs that write code or other files of a project. */
const generators = verbs(
  `protoc buf sqlc openapi-generator openapi-generator-cli graphql-codegen wire mockgen stringer easyjson quicktype
   cookiecutter yo plop hygen degit create-react-app create-vite create-next-app patch ed ex unzip gunzip bunzip2 unxz
   7z convert magick ffmpeg npm-check-updates ncu jscodeshift sd comby rename autoreconf automake autoconf
   configure bison flex swagger dos2unix unix2dos codegen`,
);

/** Which files a call changes: absolute paths, or `*` when the text does not say which. */
export function changesOf(call: Call, scope: Scope): readonly string[] {
  const written = call.redirects.filter(({ operator, target }) => isWrite(operator) && !isStream(target));
  const paths = written.map(({ target }) => pathOf(target, call, scope));
  if (call.isElsewhere) return paths;
  return [...paths, ...programChanges(call, scope)];
}

function pathOf(argument: Argument, call: Call, scope: Scope): string {
  return argument.kind === "literal" ? scope.resolve(argument.text, call.state.cwd) : somewhere;
}

function programChanges(call: Call, scope: Scope): readonly string[] {
  const { args, program } = call;
  if (program.isScript) return [];
  const name = program.name.toLowerCase();
  const all = (list: readonly Argument[]): string[] =>
    list.filter((argument) => !isStream(argument)).map((argument) => pathOf(argument, call, scope));
  switch (name) {
    case "tee":
    case "touch":
    case "rm":
    case "unlink":
    case "rmdir":
    case "mkdir":
    case "rimraf":
    case "remove-item":
    case "set-content":
    case "add-content":
    case "out-file":
    case "new-item":
    case "clear-content":
      return all(
        readOptions(args, {
          values: "-m --mode -d -t -r -Value -ItemType -Encoding",
          isSingleDash: name.includes("-"),
        }).operands,
      );
    case "truncate":
      return all(readOptions(args, { values: "-s --size -r --reference" }).operands);
    case "cp":
    case "install":
    case "ln":
    case "rsync":
    case "copy-item":
      return all(
        readOptions(args, { values: "-t -m -o -g -e -f --exclude --include -Destination" }).operands.slice(
          -1,
        ),
      );
    case "mv":
    case "move-item":
    case "rename-item":
      return all(readOptions(args, { values: "-t -S" }).operands);
    case "sed":
    case "gsed": {
      const options = readOptions(args, { values: "-e --expression -f --file" });
      return isInPlace(call)
        ? all(options.operands.slice(options.has("-e --expression -f --file") ? 0 : 1))
        : [];
    }
    case "perl":
      return args.some(({ text }) => /^-[a-zA-Z]*i/.test(text) && !/^-[eEIMm]/.test(text))
        ? all(readOptions(args, { values: "-e -E -I -M" }).operands)
        : [];
    case "dd":
      return all(
        args
          .filter(({ text }) => text.startsWith("of="))
          .map((word) => ({ ...word, text: word.text.slice(3) })),
      );
    case "find":
      return args.some(({ text }) => text === "-delete") ? [somewhere] : [];
    case "git":
      return changesGit(call) ? [somewhere] : [];
  }
  return changesSomewhere(name, args) ? [somewhere] : [];
}

function changesGit({ args }: Call): boolean {
  const [verb, first] = readOptions(args, {
    values: "-C -c --git-dir --work-tree",
    stopsAtOperand: true,
  }).operands.map(({ text }) => text);
  if (verb === undefined || !gitChanges.has(verb)) return false;
  if (verb === "stash") return first !== "list" && first !== "show" && first !== "drop" && first !== "clear";
  return !(
    /^(worktree|submodule|lfs|bisect)$/.test(verb) && /^(list|status|ls-files|log)$/.test(first ?? "")
  );
}

function changesSomewhere(name: string, args: readonly Argument[]): boolean {
  const texts = args.map(({ text }) => text);
  const [first = ""] = texts.filter((text) => !text.startsWith("-"));
  if (Object.hasOwn(formatters, name)) return !texts.some((text) => formatters[name]?.test(text));
  if (rewriters.has(name))
    return (
      texts.some((text) => rewrites.test(text) || /^--?(write|fix)=/.test(text)) ||
      formats(name, first, texts)
    );
  if (/^(npm|pnpm|yarn|bun)$/.test(name)) return packageChanges.has(first) || texts.length === 0;
  switch (name) {
    case "cargo":
      return (
        /^(add|remove|rm|update|fix|init|new|generate)$/.test(first) ||
        (first === "fmt" && !texts.includes("--check")) ||
        (first === "clippy" && texts.includes("--fix"))
      );
    case "go":
      return /^(get|generate|fmt|fix)$/.test(first) || texts.join(" ").startsWith("mod ");
    case "poetry":
    case "uv":
    case "pdm":
    case "pipenv":
    case "rye":
      return /^(add|remove|lock|sync|update|init|install|uninstall)$/.test(first);
    case "bundle":
    case "gem":
    case "composer":
    case "pod":
    case "mix":
    case "dart":
    case "flutter":
    case "swift":
      return (
        /^(install|update|add|remove|require|deps\.(get|update|unlock)|pub|format|package|create|init|gen|fix|ecto\.gen\.\w+|phx\.gen\.\w+|phx\.new)$/.test(
          first,
        ) && !texts.some((text) => /^--(check-formatted|set-exit-if-changed)$/.test(text))
      );
    case "dotnet":
      return (
        /^(add|remove|new|restore|sln)$/.test(first) ||
        (first === "format" && !texts.includes("--verify-no-changes"))
      );
    case "rails":
    case "rake":
    case "artisan":
    case "manage.py":
    case "ng":
    case "nx":
    case "nest":
    case "prisma":
    case "drizzle-kit":
    case "alembic":
    case "knex":
      return /^(g|generate|make:\w+|makemigrations|startapp|startproject|add|update|format|migrate|revision|migrate:make|new|n|destroy|d)$/.test(
        first,
      );
    case "terraform":
    case "tofu":
      return first === "fmt" && !texts.some((text) => /^--?check$/.test(text));
    case "tar":
      return texts.some((text) => /^-?[a-zA-Z]*x/.test(text) || text === "--extract");
    default:
      return generators.has(name);
  }
}

/** `ruff format`, `biome format --write`: a subcommand that rewrites. */
function formats(name: string, first: string, texts: readonly string[]): boolean {
  return name === "ruff" && first === "format" && !texts.some((text) => /^--(check|diff)$/.test(text));
}
