import type { JsonObject } from "@relay-harness/protocol";
import { labelsOf } from "../document/labels.ts";
import { documentLanguages, questionKinds, type Question, type QuestionKind } from "../questionnaire.ts";
import type { Shape } from "./shape.ts";

const common = ["id", "kind", "text", "why", "today", "onlyIf"];

/** Fields that each kind has beside the common ones. */
const ownFields: Readonly<Record<QuestionKind, readonly string[]>> = {
  choice: ["options", "other", "unknown"],
  multi: ["options", "other", "unknown"],
  yesno: ["unknown"],
  text: ["lines"],
  examples: ["columns", "rows", "sample"],
};

const idPattern = /^[a-z][a-z0-9_]{0,31}$/;

/** Reads one question; `earlier` are those before it, by id. */
export function readQuestion(
  shape: Shape,
  path: string,
  value: unknown,
  earlier: ReadonlyMap<string, Question>,
): Question | undefined {
  const kind = shape.oneOf(`${path}.kind`, kindOf(value), questionKinds);
  const fields = shape.object(path, value, [...common, ...(kind ? ownFields[kind] : allOwnFields)]);
  if (!fields || !kind) return undefined;
  const id = readId(shape, `${path}.id`, fields.id, earlier);
  const text = shape.text(`${path}.text`, fields.text);
  const why = shape.text(`${path}.why`, fields.why);
  const today = shape.optionalText(`${path}.today`, fields.today);
  const own = readOwn(shape, path, kind, fields);
  const onlyIf = readCondition(shape, `${path}.onlyIf`, fields.onlyIf, earlier);
  if (id === undefined || text === undefined || why === undefined) return undefined;
  return {
    id,
    kind,
    text,
    why,
    ...(today !== undefined && { today }),
    ...own,
    ...(onlyIf && { onlyIf }),
  };
}

const allOwnFields = Object.values(ownFields).flat();

function kindOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
}

function readId(
  shape: Shape,
  path: string,
  value: unknown,
  earlier: ReadonlyMap<string, Question>,
): string | undefined {
  const id = shape.text(path, value, { max: 100 });
  if (id === undefined) return undefined;
  if (!idPattern.test(id)) {
    return shape.fail(
      path,
      "invalid-id",
      `"${id}": a small letter, then up to 31 small letters, digits or _`,
    );
  }
  if (earlier.has(id)) return shape.fail(path, "duplicate", `"${id}" is the id of an earlier question`);
  return id;
}

function readOwn(shape: Shape, path: string, kind: QuestionKind, fields: JsonObject): Partial<Question> {
  const at = (name: string): string => `${path}.${name}`;
  switch (kind) {
    case "choice":
    case "multi": {
      const options = shape.texts(at("options"), fields.options, 2, 10);
      const other = shape.flag(at("other"), fields.other);
      const unknown = shape.flag(at("unknown"), fields.unknown);
      if (options) demandDistinct(shape, at("options"), options, ownLabels(other, unknown));
      return defined({ options, other, unknown });
    }
    case "yesno":
      return defined({ unknown: shape.flag(at("unknown"), fields.unknown) });
    case "text":
      return defined({ lines: shape.integer(at("lines"), fields.lines, 1, 12) });
    case "examples": {
      const columns = shape.texts(at("columns"), fields.columns, 2, 6);
      const sample = readSample(shape, at("sample"), fields.sample, columns?.length);
      return defined({ columns, rows: shape.integer(at("rows"), fields.rows, 2, 10), sample });
    }
  }
}

function readSample(
  shape: Shape,
  path: string,
  value: unknown,
  width: number | undefined,
): string[][] | undefined {
  if (value === undefined) return undefined;
  return shape.list(path, value, 0, 2)?.flatMap((row, index) => {
    const at = `${path}[${index}]`;
    const cells = shape.list(at, row, width ?? 1, width ?? 6);
    if (!cells) return [];
    return [cells.flatMap((cell, column) => shape.text(`${at}[${column}]`, cell, { min: 0 }) ?? [])];
  });
}

/** What is printed behind the options, in each language. */
function ownLabels(other = true, unknown = true): string[] {
  return documentLanguages
    .map(labelsOf)
    .flatMap((labels) => [...(other ? [labels.other] : []), ...(unknown ? [labels.unknown] : [])]);
}

function demandDistinct(
  shape: Shape,
  path: string,
  texts: readonly string[],
  ownTexts: readonly string[],
): void {
  const key = (text: string): string => text.replace(/\s+/gu, " ").trim().toLowerCase();
  const own = new Set(ownTexts.map(key));
  const seen = new Set<string>();
  for (const [index, text] of texts.entries()) {
    if (seen.has(key(text))) shape.fail(`${path}[${index}]`, "duplicate", `"${text}" stands there twice`);
    if (own.has(key(text))) shape.fail(`${path}[${index}]`, "duplicate", `"${text}" is added by itself`);
    seen.add(key(text));
  }
}

function readCondition(
  shape: Shape,
  path: string,
  value: unknown,
  earlier: ReadonlyMap<string, Question>,
): Question["onlyIf"] {
  if (value === undefined) return undefined;
  const fields = shape.object(path, value, ["question", "answer"]);
  const name = fields && shape.text(`${path}.question`, fields.question);
  if (!fields || name === undefined) return undefined;
  const { answer } = fields;
  const question = earlier.get(name);
  if (!question) {
    return shape.fail(`${path}.question`, "unknown-question", `"${name}" is no question before this one`);
  }
  const expected = expectedAnswers(question);
  if (expected.length === 0) {
    return shape.fail(`${path}.question`, "unknown-question", `"${name}" is answered with free text`);
  }
  const found = expected.find((candidate) => candidate === answer);
  if (found === undefined) {
    const list = expected.map((candidate) => JSON.stringify(candidate)).join(", ");
    return shape.fail(
      `${path}.answer`,
      "not-an-option",
      `${JSON.stringify(answer) ?? "nothing"}; use ${list}`,
    );
  }
  return { question: name, answer: found };
}

function expectedAnswers({ kind, options = [] }: Question): (string | boolean)[] {
  if (kind === "yesno") return [true, false];
  return kind === "choice" || kind === "multi" ? options : [];
}

/** Without what was not given. */
function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
