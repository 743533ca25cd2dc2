import { defaultToolNames, isBuiltinToolName } from "./builtinTools.ts";

/** Where the set of tools comes from (sessions-and-tools.md §9, cli.md §1.10). */
export interface ToolSelectionInput {
  /** `defaultTools` as the user's settings file has it. */
  userDefaultTools?: unknown;
  /** `defaultTools` of a trusted project. */
  projectDefaultTools?: unknown;
  /** Value of the last `--tools`; a list counts as joined by commas. */
  cliTools?: string | readonly string[];
  /** Value of `--exclude-tools`. */
  excludeTools?: string | readonly string[];
  noTools?: boolean;
  noBuiltinTools?: boolean;
  /** Every registered name; other names are dropped. Absent: nothing is dropped. */
  knownNames?: readonly string[];
}

export interface ToolSelection {
  /** Tools to activate, in order. Tools of extensions that are active by default come on top unless `isExclusive`. */
  names: string[];
  /** For stderr, one line each. */
  warnings: string[];
  /** Why the arguments are wrong; the run must not start. */
  error?: string;
  /** `--tools` or `--no-tools` named the whole set. */
  isExclusive: boolean;
  /** Whether a tool may be activated, now or later. */
  allows: (name: string) => boolean;
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function unique(names: Iterable<string>): string[] {
  return [...new Set(names)];
}

/** Applies one `defaultTools` list to the set it inherits. */
function applyDefaultTools(inherited: readonly string[], list: readonly string[]): string[] {
  const items = list.map((item) => item.trim()).filter((item) => item !== "");
  const isChange = (item: string): boolean => item.startsWith("+") || item.startsWith("-");
  const plain = items.filter((item) => !isChange(item));
  const names = new Set(plain.length > 0 || items.length === 0 ? plain : inherited);
  for (const item of items.filter(isChange)) {
    if (item.startsWith("+")) names.add(item.slice(1));
    else names.delete(item.slice(1));
  }
  return [...names];
}

function defaultSet(input: ToolSelectionInput, warnings: string[]): string[] {
  let names: string[] = [...defaultToolNames];
  const layers = [
    { scope: "user", list: input.userDefaultTools },
    { scope: "project", list: input.projectDefaultTools },
  ];
  for (const { scope, list } of layers) {
    if (list === undefined) continue;
    if (isStringList(list)) names = applyDefaultTools(names, list);
    else warnings.push(`defaultTools of the ${scope} settings is not an array of strings and is ignored`);
  }
  return names;
}

/** Items of a comma-separated option. */
function listItems(value: string | readonly string[]): string[] {
  const text = typeof value === "string" ? value : value.join(",");
  return unique(
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  );
}

/** Predicate of a list in which `*` stands for any characters. */
function nameMatcher(items: readonly string[]): (name: string) => boolean {
  const names = new Set(items.filter((item) => !item.includes("*")));
  const patterns = items
    .filter((item) => item.includes("*"))
    .map((item) => new RegExp(`^${item.split("*").map(escapeExpression).join(".*")}$`, "s"));
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name));
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.+?()[\]{}|/-]/g, "\\$&");
}

function namedSet(items: readonly string[], knownNames: readonly string[] | undefined): string[] {
  return unique(
    items.flatMap((item) => (item.includes("*") ? (knownNames ?? []).filter(nameMatcher([item])) : [item])),
  );
}

/** The tools that a run starts with, and which others may join them. */
export function resolveToolSelection(input: ToolSelectionInput): ToolSelection {
  const warnings: string[] = [];
  const excluded = listItems(input.excludeTools ?? "");
  const isExcluded = nameMatcher(excluded);
  const isKnown = input.knownNames ? nameMatcher(input.knownNames) : () => true;
  const unknownExcluded = excluded.filter((item) => !item.includes("*") && !isKnown(item));
  if (unknownExcluded.length > 0) {
    warnings.push(`Unknown tools in --exclude-tools are ignored: ${unknownExcluded.join(", ")}`);
  }
  const finish = (
    names: readonly string[],
    isExclusive: boolean,
    isNamed: (name: string) => boolean,
  ): ToolSelection => ({
    names: names.filter((name) => isKnown(name) && !isExcluded(name)),
    warnings,
    isExclusive,
    allows: (name) => isNamed(name) && !isExcluded(name),
  });

  if (input.cliTools !== undefined) {
    const items = listItems(input.cliTools);
    if (items.some((item) => item.startsWith("+") || item.startsWith("-"))) {
      return { ...finish([], true, () => false), error: "--tools does not accept +name or -name" };
    }
    const names = namedSet(items, input.knownNames);
    const unknown = names.filter((name) => !isKnown(name));
    if (unknown.length > 0) warnings.push(`Unknown tools in --tools are ignored: ${unknown.join(", ")}`);
    return finish(names, true, nameMatcher(items));
  }
  if (input.noTools) return finish([], true, () => false);

  const defaults = defaultSet(input, warnings);
  if (!input.noBuiltinTools) return finish(defaults, false, () => true);
  const isForeign = (name: string): boolean => !isBuiltinToolName(name);
  return finish(defaults.filter(isForeign), false, isForeign);
}
