import { isJsonObject, type ToolItem, type TranscriptItem, type UserContent } from "@relay-harness/protocol";
import type { Child, Draw, PageElement } from "./dom.ts";
import { codeBlock } from "./highlight.ts";
import { imageUri } from "./safeUrl.ts";

const maxSummary = 160;

export type FindItem = (id: string) => TranscriptItem | undefined;

/** A call with its arguments and result, closed; the calls that it made follow inside. */
export function toolCard(draw: Draw, tool: ToolItem, find: FindItem): PageElement {
  return draw(
    "details.card.tool",
    {},
    draw(
      "summary",
      {},
      draw("span.name", {}, tool.name),
      draw("span.brief", {}, brief(tool.args)),
      stateMark(draw, tool),
    ),
    draw("div.body", {}, ...argumentRows(draw, tool), ...resultRows(draw, tool), ...nested(draw, tool, find)),
  );
}

/** What the call is about, on one line: its only text, or its first. */
function brief(args: Record<string, unknown> | undefined): string {
  const first = Object.values(args ?? {}).find((value) => typeof value === "string");
  if (typeof first !== "string") return "";
  const line = first
    .slice(0, 4 * maxSummary)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxSummary ? `${line.slice(0, maxSummary - 1)}…` : line;
}

function stateMark(draw: Draw, { state, isError, durationMs }: ToolItem): PageElement {
  if (isError) return draw("span.state.bad", {}, "failed");
  if (state !== "done") return draw("span.state", {}, state === "called" ? "no result" : state);
  return draw("span.state", {}, durationMs === undefined ? "" : seconds(durationMs));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function argumentRows(draw: Draw, { args, argumentsError, argumentsBytes }: ToolItem): Child[] {
  if (argumentsError !== undefined) return [draw("p.bad", {}, argumentsError)];
  if (args === undefined) {
    return argumentsBytes === undefined ? [] : [draw("p.note", {}, `${argumentsBytes} bytes of arguments`)];
  }
  return Object.entries(args).map(([name, value]) => argumentRow(draw, name, value));
}

function argumentRow(draw: Draw, name: string, value: unknown): PageElement {
  const label = draw("span.label", {}, name);
  if (typeof value === "string" && !value.includes("\n") && value.length <= maxSummary) {
    return draw("p.argument", {}, label, draw("code", {}, value));
  }
  const isText = typeof value === "string";
  const text = isText ? value : (JSON.stringify(value, undefined, 2) ?? "");
  return draw("div.argument", {}, label, codeBlock(draw, text, isText ? undefined : "json"));
}

function resultRows(draw: Draw, { content, details, isError, errorMessage }: ToolItem): Child[] {
  const rows: Child[] = [];
  if (errorMessage !== undefined) rows.push(draw("p.bad", {}, errorMessage));
  const diff = isJsonObject(details) && typeof details.diff === "string" ? details.diff : undefined;
  if (diff !== undefined) rows.push(codeBlock(draw, diff, "diff"));
  rows.push(...contentRows(draw, content, isError ? "pre.result.bad" : "pre.result"));
  return rows;
}

/** Blocks of text as they are, and images. */
export function contentRows(draw: Draw, content: readonly UserContent[], textSelector: string): Child[] {
  return content.map((block) => {
    if (block.type === "text") return block.text === "" ? undefined : draw(textSelector, {}, block.text);
    return imageRow(draw, block);
  });
}

export function imageRow(draw: Draw, block: Exclude<UserContent, { type: "text" }>): PageElement {
  const source = block.type === "image" ? imageUri(block.mimeType, block.data) : undefined;
  if (source === undefined) return draw("p.note", {}, `(${block.type})`);
  return draw("img", { src: source, alt: "Image of the session", loading: "lazy" });
}

function nested(draw: Draw, tool: ToolItem, find: FindItem): Child[] {
  const cards = tool.children.flatMap((id) => {
    const child = find(id);
    return child?.kind === "tool" ? [toolCard(draw, child, find)] : [];
  });
  const isCut = tool.childrenComplete === false;
  return isCut ? [...cards, draw("p.note", {}, "Further calls are not recorded.")] : cards;
}
