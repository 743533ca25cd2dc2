import { classifiers, type ClassifyOptions } from "./classifiers.ts";

export type ClassifyAnswer =
  | { id?: string | number; kind: string; result: unknown }
  /** The line cannot be answered. */
  | { id?: string | number; error: string };

const languages = ["en", "pt", "es"] as const;
const shells = ["bash", "powershell"] as const;

/** Answers one line of `relay harness classify`; never rejects. */
export async function classifyLine(line: string): Promise<ClassifyAnswer> {
  let id: string | number | undefined;
  try {
    const record = parseObject(line);
    id = readId(record);
    const { kind, input } = record;
    if (typeof kind !== "string") throw new Error("kind must be a string");
    const classify = Object.hasOwn(classifiers, kind) ? classifiers[kind] : undefined;
    if (!classify) {
      throw new Error(`unknown kind "${kind.slice(0, 100)}"; use ${Object.keys(classifiers).join(", ")}`);
    }
    if (typeof input !== "string") throw new Error("input must be a string");
    const options: ClassifyOptions = {
      lang: oneOf("lang", record["lang"], languages),
      shell: oneOf("shell", record["shell"], shells),
    };
    return { id, kind, result: await classify(input, options) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function parseObject(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Error(`not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("a line must be a JSON object");
  }
  return value as Record<string, unknown>;
}

function readId({ id }: Record<string, unknown>): string | number | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === "string" || typeof id === "number") return id;
  throw new Error("id must be a string or a number");
}

function oneOf<T extends string>(field: string, value: unknown, allowed: readonly T[]): T | undefined {
  if (value === undefined || value === null) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${field} must be one of ${allowed.join(", ")}`);
  return found;
}
