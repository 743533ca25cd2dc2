import type { SystemMessage, ToolDeclaration } from "@relay-harness/protocol";
import type { SystemState } from "../../sessions/systemState.ts";

/** What the next request should declare. */
export interface PromptDeclaration {
  sections: Readonly<Record<string, string>>;
  tools: readonly ToolDeclaration[];
}

/**
 * The system message that takes a transcript from what it declares to what it should: changed
 * sections, `null` for those that are gone, tools that are new or different, tools that are gone.
 * `undefined` when nothing changed; another order of the same tools is no change (cli.md §7).
 * `previous` is absent in a session without system messages. `timestamp` in milliseconds.
 */
export function promptChange(
  previous: SystemState | undefined,
  next: PromptDeclaration,
  timestamp: number,
): SystemMessage | undefined {
  const sections = changedSections(previous?.sections ?? {}, next.sections);
  const known = new Map(previous?.tools.map((tool) => [tool.name, tool]));
  const toolsAdded = next.tools.filter((tool) => !isSameTool(known.get(tool.name), tool)).map(declarationOf);
  const wanted = new Set(next.tools.map((tool) => tool.name));
  const toolsRemoved = [...known.keys()].filter((name) => !wanted.has(name)).map((name) => ({ name }));
  const hasSections = Object.keys(sections).length > 0;
  if (!hasSections && toolsAdded.length === 0 && toolsRemoved.length === 0) return undefined;
  return {
    role: "system",
    content: "",
    ...(hasSections && { sections }),
    ...(toolsAdded.length > 0 && { toolsAdded }),
    ...(toolsRemoved.length > 0 && { toolsRemoved }),
    timestamp,
  };
}

function changedSections(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const changed: Record<string, string | null> = {};
  for (const [name, text] of Object.entries(after)) {
    if (before[name] !== text) changed[name] = text;
  }
  for (const name of Object.keys(before)) {
    if (after[name] === undefined) changed[name] = null;
  }
  return changed;
}

/** Exactly what the model is told, so that a live tool with its functions can be passed in. */
function declarationOf({
  name,
  description,
  parameters,
  constrainedSampling,
}: ToolDeclaration): ToolDeclaration {
  return { name, description, parameters, ...(constrainedSampling !== undefined && { constrainedSampling }) };
}

/** Pairs that were compared: declarations are not changed in place, and every request compares all tools. */
const sameTools = new WeakMap<ToolDeclaration, ToolDeclaration>();

function isSameTool(before: ToolDeclaration | undefined, after: ToolDeclaration): boolean {
  if (before === undefined) return false;
  const known = sameTools.get(before);
  if (known && hasSameMembers(known, after)) return true;
  const [old, now] = [declarationOf(before), declarationOf(after)];
  const isSame =
    JSON.stringify(old) === JSON.stringify(now) ||
    JSON.stringify(canonical(old)) === JSON.stringify(canonical(now));
  if (isSame) sameTools.set(before, now);
  return isSame;
}

function hasSameMembers(one: ToolDeclaration, other: ToolDeclaration): boolean {
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.parameters === other.parameters &&
    one.constrainedSampling === other.constrainedSampling
  );
}

/** Keys sorted at every depth: a schema that was read back from a file may list them otherwise. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  );
}
