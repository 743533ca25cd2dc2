import type {
  AssistantBlock,
  AssistantItem,
  BashItem,
  TranscriptItem,
  UserItem,
} from "@relay-harness/protocol";
import { parseSkillBlock } from "../../base/skillBlock.ts";
import type { Child, Draw, PageElement } from "./dom.ts";
import { codeBlock } from "./highlight.ts";
import { markdown } from "./markdown.ts";
import { contentRows, imageRow, toolCard, type FindItem } from "./toolCard.ts";

/** One item of the transcript's top level. */
export function drawItem(draw: Draw, item: TranscriptItem, find: FindItem): PageElement {
  const element = body(draw, item, find);
  const marks = markRow(draw, item);
  return marks ? draw("div.marked", {}, marks, element) : element;
}

function body(draw: Draw, item: TranscriptItem, find: FindItem): PageElement {
  switch (item.kind) {
    case "user":
      return message(draw, "user", "User", item.timestamp, ...userRows(draw, item));
    case "assistant":
      return message(draw, "assistant", item.model, item.timestamp, ...assistantRows(draw, item, find));
    case "tool":
      return toolCard(draw, item, find);
    case "bash":
      return shellCard(draw, item);
    case "custom":
      return draw(
        "section.card.custom",
        {},
        draw("header", {}, item.customType),
        ...contentRows(draw, item.content, "div.plain"),
      );
    case "record":
      return folded(
        draw,
        "record",
        item.customType,
        codeBlock(draw, JSON.stringify(item.data, undefined, 2) ?? "", "json"),
      );
    case "branchSummary":
      return folded(draw, "summary-card", "Summary of another branch", markdown(draw, item.summary));
    case "compaction":
      return folded(
        draw,
        "summary-card",
        `Compaction of ${item.tokensBefore.toLocaleString("en")} tokens`,
        markdown(draw, item.summary),
      );
    case "modelChange":
      return draw("p.change", {}, `Model: ${item.provider}/${item.modelId}`);
    case "thinkingChange":
      return draw("p.change", {}, `Thinking level: ${item.level}`);
    case "notice":
      return draw("p.change", {}, item.text);
  }
}

function message(draw: Draw, kind: string, title: string, timestamp: number, ...rows: Child[]): PageElement {
  return draw(
    `section.card.${kind}`,
    {},
    draw("header", {}, title, draw("span.time", {}, timeText(timestamp))),
    ...rows,
  );
}

function userRows(draw: Draw, { content }: UserItem): Child[] {
  return content.flatMap((block) =>
    block.type === "text" ? userTextRows(draw, block.text) : imageRow(draw, block),
  );
}

/** A skill is folded away: what the user wrote is what one looks for. */
function userTextRows(draw: Draw, text: string): Child[] {
  const skill = parseSkillBlock(text);
  if (!skill) return [markdown(draw, text)];
  const { name, content, userMessage } = skill;
  const block = folded(draw, "skill", `Skill: ${name}`, markdown(draw, content));
  return userMessage === undefined ? [block] : [block, markdown(draw, userMessage)];
}

function assistantRows(draw: Draw, item: AssistantItem, find: FindItem): Child[] {
  const rows: Child[] = item.blocks.map((block) => assistantBlock(draw, block, find));
  if (item.errorMessage !== undefined) rows.push(draw("p.bad", {}, item.errorMessage));
  else if (item.stopReason === "aborted") rows.push(draw("p.bad", {}, "Aborted."));
  else if (item.stopReason === "length") rows.push(draw("p.bad", {}, "Cut off at the output limit."));
  return rows;
}

function assistantBlock(draw: Draw, block: AssistantBlock, find: FindItem): Child {
  switch (block.kind) {
    case "text":
      return block.text.trim() === "" ? undefined : markdown(draw, block.text);
    case "thinking":
      return block.redacted || block.text.trim() === ""
        ? undefined
        : folded(draw, "thinking", "Thinking", markdown(draw, block.text));
    case "toolCall": {
      const tool = find(block.itemId);
      return tool?.kind === "tool" ? toolCard(draw, tool, find) : undefined;
    }
  }
}

function shellCard(draw: Draw, item: BashItem): PageElement {
  const notes = [
    item.cancelled ? "cancelled" : "",
    item.exitCode === undefined || item.exitCode === 0 ? "" : `exit code ${item.exitCode}`,
    item.truncated ? "output cut" : "",
    item.excludeFromContext ? "not shown to the model" : "",
  ].filter(Boolean);
  return draw(
    "details.card.shell",
    { open: "" },
    draw(
      "summary",
      {},
      draw("span.name", {}, "$"),
      draw("span.brief", {}, item.command),
      draw("span.state", {}, notes.join(", ")),
    ),
    draw("div.body", {}, draw("pre.result", {}, item.output)),
  );
}

/** A closed card. */
export function folded(draw: Draw, kind: string, title: string, ...children: Child[]): PageElement {
  return draw(
    `details.card.${kind}`,
    {},
    draw("summary", {}, draw("span.name", {}, title)),
    draw("div.body", {}, ...children),
  );
}

function markRow(draw: Draw, { label, contextEdit }: TranscriptItem): PageElement | undefined {
  const marks: Child[] = [];
  if (label !== undefined) marks.push(draw("span.mark", {}, label));
  if (contextEdit === "omitted") marks.push(draw("span.mark", {}, "left out of the context"));
  if (contextEdit === "replaced") marks.push(draw("span.mark", {}, "replaced in the context"));
  return marks.length > 0 ? draw("p.marks", {}, ...marks) : undefined;
}

export function timeText(timestamp: number | string): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
