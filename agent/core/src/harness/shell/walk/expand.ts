import type { Statement, Word, WordPart } from "../tree.ts";
import { dynamic, literal, type Argument } from "./argument.ts";
import type { Input } from "./call.ts";
import type { ShellState } from "./shellState.ts";

export interface Expansion {
  readonly state: ShellState;
  readonly tempDir: string;
  /** Analyses commands inside a word; what they print, as far as it is known. */
  readonly run: (body: Statement) => Input;
}

/** Names that hold the home or a temporary folder on every machine. */
const homeNames = new Set(["HOME", "env:HOME", "env:USERPROFILE", "USERPROFILE"]);
const tempNames = new Set(["TMPDIR", "RUNNER_TEMP", "TEMP", "TMP"].flatMap((name) => [name, `env:${name}`]));
/** Their values are digits: a path stays where its text says. */
const numberNames = new Set(["$", "!", "#", "?", "RANDOM", "BASHPID", "PID", "UID", "SECONDS", "LINENO"]);

/** The arguments that a word becomes: none when it vanishes, several when it splits. */
export function expandWord(word: Word, expansion: Expansion): Argument[] {
  const fields = new Fields();
  for (const part of word.parts) addPart(part, fields, expansion);
  return fields.done();
}

/** A word as one argument: the value of an assignment, the text of a heredoc. */
export function expandText(word: Word, expansion: Expansion): Argument {
  const fields = new Fields();
  for (const part of word.parts)
    addPart("quoted" in part ? { ...part, quoted: true } : part, fields, expansion);
  const [first = literal(""), ...others] = fields.done();
  return others.reduce(
    (joined, next) => ({
      text: joined.text.length > longestText ? joined.text : `${joined.text} ${next.text}`,
      kind: joined.kind === "literal" ? next.kind : joined.kind,
      prefix: joined.prefix,
      isFetched: joined.isFetched || next.isFetched,
    }),
    first,
  );
}

function addPart(part: WordPart, fields: Fields, expansion: Expansion): void {
  switch (part.kind) {
    case "text":
      fields.add(literal(part.text));
      break;
    case "glob":
      fields.add({ text: part.text, kind: "glob", prefix: "", isFetched: false });
      break;
    case "variable":
      addValues(variableValue(part.name, part.source, part.bodies, expansion), part.quoted, fields);
      break;
    case "output":
      addValues([outputValue(part, expansion)], part.quoted, fields);
      break;
    case "process": {
      const { isFetched = false, text } = expansion.run(part.body);
      fields.add({ ...dynamic(part.source, isFetched), ...(text === undefined ? {} : { content: text }) });
      break;
    }
    case "opaque": {
      const outputs = part.bodies.map((body) => expansion.run(body));
      fields.add(
        dynamic(
          part.source,
          outputs.some((output) => output.isFetched === true),
        ),
      );
      break;
    }
    case "array":
      for (const [index, word] of part.words.entries()) {
        if (index > 0) fields.split();
        for (const argument of expandWord(word, expansion)) fields.add(argument);
      }
      break;
  }
}

function variableValue(
  name: string,
  source: string,
  bodies: readonly Statement[],
  { state, tempDir, run }: Expansion,
): readonly Argument[] {
  const outputs = bodies.map((body) => run(body));
  const assigned = state.valueOf(name);
  if (assigned) return assigned;
  if (homeNames.has(name)) return [literal("~")];
  if (tempNames.has(name)) return [literal(tempDir)];
  if (name === "PWD" || name === "pwd") return [literal(state.cwd)];
  if (numberNames.has(name)) return [literal("0")];
  return [
    dynamic(
      source,
      outputs.some((output) => output.isFetched === true),
    ),
  ];
}

function outputValue(
  part: { body: Statement; source: string },
  { state, tempDir, run }: Expansion,
): Argument {
  const output = run(part.body);
  if (output.text !== undefined) {
    const text = output.text.replace(/\n+$/, "");
    return output.isInexact
      ? dynamic(text, output.isFetched)
      : { ...literal(text), isFetched: output.isFetched === true };
  }
  if (output.isFetched) return dynamic(part.source, true);
  if (part.body.type === "simple") {
    const program = part.body.words[0]?.source;
    if (program === "mktemp") return literal(`${tempDir}/mktemp`);
    if (program === "pwd") return literal(state.cwd);
  }
  return dynamic(part.source);
}

/** Unquoted values split at white space, quoted ones stay whole; an array keeps its elements. */
function addValues(values: readonly Argument[], isQuoted: boolean, fields: Fields): void {
  for (const [index, value] of values.entries()) {
    if (index > 0) fields.split();
    if (isQuoted || value.kind === "dynamic" || !/[\s*?]/.test(value.text)) {
      fields.add(value);
      continue;
    }
    const words = value.text.split(/\s+/);
    for (const [at, word] of words.entries()) {
      if (at > 0) fields.split();
      if (word === "") continue;
      const glob = word.search(/[*?]/);
      if (glob < 0) fields.add({ ...literal(word), isFetched: value.isFetched });
      else fields.add({ text: word, kind: "glob", prefix: word.slice(0, glob), isFetched: value.isFetched });
    }
  }
}

/** A value that doubles itself has no end: what is beyond these is not known. */
const longestText = 100_000;
const mostFields = 2000;

/** Arguments in the making. */
class Fields {
  readonly #done: Argument[] = [];
  #current: Argument | undefined;

  add(piece: Argument): void {
    const current = this.#current;
    if (!current) {
      this.#current = piece;
      return;
    }
    if (current.text.length + piece.text.length > longestText) {
      this.#current = { ...current, kind: "dynamic" };
      return;
    }
    const strongest = [current.kind, piece.kind];
    this.#current = {
      text: current.text + piece.text,
      kind: strongest.includes("dynamic") ? "dynamic" : strongest.includes("glob") ? "glob" : "literal",
      prefix: current.kind === "literal" ? current.prefix + piece.prefix : current.prefix,
      isFetched: current.isFetched || piece.isFetched,
    };
  }

  split(): void {
    if (this.#current && this.#done.length < mostFields) this.#done.push(this.#current);
    this.#current = undefined;
  }

  done(): Argument[] {
    this.split();
    return this.#done;
  }
}
