import {
  entriesOfBranch,
  transcriptFromEntries,
  type SessionEntry,
  type ToolDeclaration,
  type Transcript,
} from "@relay-harness/protocol";
import { replaySystemMessages } from "../../sessions/systemState.ts";
import { systemPromptText } from "../systemPromptText.ts";
import type { Child, Draw, PageElement } from "./dom.ts";
import { codeBlock } from "./highlight.ts";
import { drawItem, folded, timeText } from "./items.ts";
import { newestLeaf, outlineRows } from "./outline.ts";
import type { SessionPageData } from "./pageData.ts";

/** Draws the session into `root`; choosing a row of the outline draws the branch that it is on. */
export function showSession(draw: Draw, root: PageElement, data: SessionPageData): void {
  const main = draw("main");
  const rows = outlineRows(data.entries).map((row) => ({
    ...row,
    button: draw("button", { type: "button", class: `depth${Math.min(row.depth, 8)}` }, row.text),
  }));
  const show = (leafId: string | null, target?: string): void => {
    const branch = entriesOfBranch(data.entries, leafId);
    const onBranch = new Set(branch.map(({ id }) => id));
    const { children, places } = drawBranch(draw, data, branch);
    main.replaceChildren(...children);
    for (const { entryId, button } of rows) {
      if (onBranch.has(entryId)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    if (target !== undefined) places.get(target)?.scrollIntoView?.({ block: "start" });
  };
  for (const { entryId, button } of rows) {
    button.addEventListener("click", () => show(newestLeaf(data.entries, entryId), entryId));
  }
  const outline = draw(
    "details.outline",
    { open: "" },
    draw("summary", {}, "Outline"),
    draw("nav", { "aria-label": "Outline" }, ...rows.map(({ button }) => button)),
  );
  root.replaceChildren(...(rows.length > 1 ? [outline, main] : [main]));
  show(data.leafId);
}

interface DrawnBranch {
  children: PageElement[];
  /** Elements by the entry that they show. */
  places: Map<string, PageElement>;
}

function drawBranch(draw: Draw, data: SessionPageData, branch: readonly SessionEntry[]): DrawnBranch {
  const transcript = transcriptFromEntries(branch);
  const places = new Map<string, PageElement>();
  const find = (id: string): ReturnType<typeof transcript.items.get> => transcript.items.get(id);
  const items = transcript.order.flatMap((id) => {
    const item = find(id);
    if (!item) return [];
    const element = drawItem(draw, item, find);
    if (item.entryId !== undefined) places.set(item.entryId, element);
    return [element];
  });
  return { children: [heading(draw, data, transcript), ...declared(draw, data, branch), ...items], places };
}

function heading(draw: Draw, { header }: SessionPageData, transcript: Transcript): PageElement {
  const { model, usage, sessionName } = transcript;
  const facts = [
    timeText(header.timestamp),
    header.cwd ?? "",
    model ? `${model.provider}/${model.modelId}` : "",
    usage.totalTokens > 0 ? `${usage.totalTokens.toLocaleString("en")} tokens` : "",
    usage.cost > 0 ? `$${usage.cost.toFixed(4)}` : "",
  ].filter(Boolean);
  return draw(
    "header.top",
    {},
    draw("h1", {}, sessionName ?? "Session"),
    draw("p.facts", {}, ...facts.map((fact) => draw("span", {}, fact))),
  );
}

/** The prompt and the tools that the model had: of the running session, or as the branch declares them. */
function declared(draw: Draw, data: SessionPageData, branch: readonly SessionEntry[]): PageElement[] {
  const messages = branch.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  const state = replaySystemMessages(messages);
  const prompt = data.systemPrompt ?? (state && systemPromptText(state));
  const tools = data.tools ?? state?.tools ?? [];
  const cards: PageElement[] = [];
  if (prompt) cards.push(folded(draw, "declared", "System prompt", draw("div.plain", {}, prompt)));
  if (tools.length > 0) {
    cards.push(
      folded(draw, "declared", `Tools (${tools.length})`, ...tools.map((tool) => toolRow(draw, tool))),
    );
  }
  return cards;
}

function toolRow(
  draw: Draw,
  tool: Pick<ToolDeclaration, "name" | "description" | "parameters">,
): PageElement {
  const children: Child[] = [
    draw("summary", {}, draw("span.name", {}, tool.name)),
    draw("div.plain", {}, tool.description),
    codeBlock(draw, JSON.stringify(tool.parameters, undefined, 2) ?? "", "json"),
  ];
  return draw("details.card", {}, ...children);
}
