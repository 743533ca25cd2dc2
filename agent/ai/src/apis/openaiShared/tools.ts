import type { JsonObject, JsonSchema, ToolDeclaration } from "@relay-harness/protocol";
import { isJsonObject } from "@relay-harness/protocol";
import type { SharedCompat } from "./compat.ts";
import { strictSchema } from "./strictSchema.ts";

export interface FunctionTool {
  kind: "function";
  name: string;
  description: string;
  parameters: JsonSchema;
  strict: boolean;
  /** `strict` may be given up when the provider refuses it. */
  prefersStrict: boolean;
}

/** A tool whose only argument is free text that follows a grammar. */
export interface GrammarTool {
  kind: "grammar";
  name: string;
  description: string;
  syntax: "lark" | "regex";
  definition: string;
  /** Name of the one property of the tool's schema, under which the text becomes an argument. */
  property: string;
}

export type PlannedTool = FunctionTool | GrammarTool;

export interface ToolPlanOptions {
  compat: SharedCompat;
  /** Strict schemas were refused as too large: those that are only preferred go out as normal ones. */
  relaxed: boolean;
}

/**
 * Decides how a tool is declared (models.md §15.4).
 * @throws Error when the tool requires strict arguments and cannot have them.
 */
export function planTool(tool: ToolDeclaration, { compat, relaxed }: ToolPlanOptions): PlannedTool {
  const { name, description, parameters, constrainedSampling } = tool;
  const plain: FunctionTool = {
    kind: "function",
    name,
    description,
    parameters,
    strict: false,
    prefersStrict: false,
  };
  if (!constrainedSampling) return plain;
  if (constrainedSampling.type === "grammar") {
    return (compat.supportsOpenAIGrammarTools && grammarTool(tool)) || plain;
  }
  const isRequired = constrainedSampling.strict === "require";
  const schema = compat.supportsStrictMode && (isRequired || !relaxed) ? strictSchema(parameters) : undefined;
  if (schema) return { ...plain, parameters: schema, strict: true, prefersStrict: !isRequired };
  if (!isRequired) return plain;
  const reason = compat.supportsStrictMode
    ? "its schema has no strict form"
    : "the model does not support it";
  throw new Error(`Tool ${name} requires strict arguments, but ${reason}`);
}

function grammarTool(tool: ToolDeclaration): GrammarTool | undefined {
  const { constrainedSampling, name, description } = tool;
  if (!constrainedSampling || constrainedSampling.type !== "grammar") return undefined;
  const { openai_lark: lark, openai_regex: regex } = constrainedSampling.variants;
  const definition = lark ?? regex;
  const property = onlyTextProperty(tool.parameters);
  if (definition === undefined || property === undefined) return undefined;
  const syntax = lark === undefined ? "regex" : "lark";
  return { kind: "grammar", name, description, syntax, definition, property };
}

function onlyTextProperty(schema: JsonSchema): string | undefined {
  const { properties, required } = schema;
  if (schema["type"] !== "object" || !isJsonObject(properties) || !Array.isArray(required)) return undefined;
  const [name, ...more] = Object.keys(properties);
  if (name === undefined || more.length > 0 || !required.includes(name)) return undefined;
  const property = properties[name];
  return isJsonObject(property) && property["type"] === "string" ? name : undefined;
}

export function prefersStrict(tools: readonly PlannedTool[]): boolean {
  return tools.some((tool) => tool.kind === "function" && tool.prefersStrict);
}

/** Names of grammar tools with the property that holds their text. */
export function grammarProperties(tools: readonly PlannedTool[]): ReadonlyMap<string, string> {
  const entries = tools.flatMap((tool) =>
    tool.kind === "grammar" ? [[tool.name, tool.property] as const] : [],
  );
  return new Map(entries);
}

/** The text of a call to a grammar tool, `undefined` when its arguments do not hold exactly that. */
export function grammarInput(args: JsonObject, property: string | undefined): string | undefined {
  const value = property === undefined ? undefined : args[property];
  return typeof value === "string" ? value : undefined;
}

/**
 * Turns the free text of a grammar tool into the JSON arguments that the rest of Relay reads, piece
 * by piece: the concatenated pieces are one JSON object with one member.
 */
export class GrammarArguments {
  /** Text received so far. */
  text = "";
  private readonly property: string;
  private opened = false;

  constructor(property: string) {
    this.property = property;
  }

  push(delta: string): string {
    const head = this.opened ? "" : `{${JSON.stringify(this.property)}:"`;
    this.opened = true;
    this.text += delta;
    // Inside the quotes; a surrogate pair cut in two becomes two escapes, which parse to the pair again.
    return head + JSON.stringify(delta).slice(1, -1);
  }

  close(): string {
    return `${this.push("")}"}`;
  }
}
