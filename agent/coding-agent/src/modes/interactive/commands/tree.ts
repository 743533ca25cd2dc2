import { textOf, type OutlineNode, type SessionEntry } from "@relay-harness/protocol";
import type { NavigateOptions } from "../../../session/treeNavigation.ts";
import type { SessionManager } from "../../../sessions/sessionManager.ts";
import { copyToClipboard } from "../clipboard.ts";
import { chooseFromList, type ListAction } from "../numberedList.ts";
import { isBookkeeping, treeFilters, treeRows, type TreeFilter, type TreeRow } from "../treeRows.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { onAbort } from "./onAbort.ts";
import { screenOf } from "./screenOf.ts";

/** The navigator of cli.md §13.6: a list, a move, and a summary of what is left if the user wants one. */
export async function walkTree(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, signal, draft, showSession } = context;
  const { session } = runtime;
  const { sessionManager } = session;
  // A move to where the session stands does nothing, but is refused when any other would be.
  await session.navigateTree(sessionManager.getLeafId());
  const list = await openTreeList(context);
  for (;;) {
    const target = await list();
    if (!target) return;
    if (isHere(target, sessionManager)) return transcript.line("Already at this point.");
    const summary = await askForSummary(context, target);
    // The question was left: back to the tree.
    if (!summary) continue;
    if (summary.summarize) transcript.line("Summarizing the branch that you leave... (Ctrl+C cancels)");
    const moved = await onAbort(
      signal,
      () => session.abortBranchSummary(),
      () => session.navigateTree(target.id, summary),
    );
    signal.throwIfAborted();
    if (moved.cancelled) return transcript.line("The move was refused.");
    showSession();
    if (moved.editorText !== undefined) draft(moved.editorText, moved.images ?? []);
    return;
  }
}

/** The leaf, or an answer that nothing but bookkeeping has followed; before a message of the user, there is more to do. */
function isHere(target: SessionEntry, manager: Pick<SessionManager, "getBranch">): boolean {
  const branch = manager.getBranch();
  const at = branch.indexOf(target);
  if (at === -1) return false;
  const isUser = target.type === "message" && target.message.role === "user";
  const after = branch.slice(at + 1);
  return after.length === 0 || (!isUser && after.every(isBookkeeping));
}

/** A function that shows the tree and resolves with the entry that was chosen. */
async function openTreeList(context: LineCommandContext): Promise<() => Promise<SessionEntry | undefined>> {
  const { runtime, transcript, ask, writeRaw } = context;
  const { sessionManager, settingsManager } = runtime.session;
  const { outline } = await import("../../../session/outline.ts");
  let filter: TreeFilter = settingsManager.get("treeFilterMode");
  let nodes = new Map<string, OutlineNode>();
  const actions: Record<string, ListAction<TreeRow>> = {
    f: {
      form: "word",
      description: `show other entries: ${treeFilters.join(", ")}`,
      run: (word) => {
        const known = treeFilters.find((name) => name === word);
        if (!known) throw new Error(`f takes one of ${treeFilters.join(", ")}.`);
        filter = known;
      },
    },
    l: {
      form: "number",
      description: "label an entry: l 3 good start; an empty label clears it",
      run: async ({ entry }, text) => {
        const initial = sessionManager.getLabelDetails(entry.id)?.text ?? "";
        const label = text === "" ? await ask("Label (empty clears it): ", { initial }) : text;
        if (label !== undefined) sessionManager.appendLabelChange(entry.id, label.trim() || undefined);
      },
    },
    c: {
      form: "number",
      description: "copy the text of an entry to the clipboard",
      run: async ({ entry }) => {
        await copyToClipboard(fullText(entry, nodes), { writeToTerminal: writeRaw });
        transcript.line("Copied.");
      },
    },
  };
  const describe = ({ entry, depth, isCurrent }: TreeRow): string => {
    const node = nodes.get(entry.id);
    const label = node?.label === undefined ? "" : `[${node.label}] `;
    return `${"  ".repeat(depth)}${label}${titleOf(entry)} ${node?.text ?? ""}${isCurrent ? "  <- here" : ""}`;
  };
  const load = (search: string): TreeRow[] => {
    nodes = new Map(outline(sessionManager).map((node) => [node.id, node]));
    const wanted = search.toLowerCase();
    return treeRows(sessionManager, filter).filter(({ entry }) => {
      const node = nodes.get(entry.id);
      return `${node?.label ?? ""} ${node?.text ?? ""}`.toLowerCase().includes(wanted);
    });
  };
  return async () => {
    const chosen = await chooseFromList({
      screen: screenOf(context),
      noun: "entry",
      title: () => `Session tree, ${filter} entries`,
      emptyText: "There are none. f all shows every entry.",
      load,
      describe,
      startAt: (rows) => rows.findIndex(({ isCurrent }) => isCurrent),
      actions,
    });
    return chosen?.entry;
  };
}

/** `undefined`: the user wants to choose again. */
async function askForSummary(
  { runtime, ask }: LineCommandContext,
  target: SessionEntry,
): Promise<NavigateOptions | undefined> {
  const { sessionManager, settingsManager, model } = runtime.session;
  if (settingsManager.get("branchSummary.skipPrompt") || model === undefined) return {};
  const kept = new Set(sessionManager.getBranch(target.id));
  const left = sessionManager.getBranch().filter((entry) => !kept.has(entry));
  const { hasBranchContent } = await import("../../../session/compaction/branchSummary.ts");
  if (!hasBranchContent(left)) return {};
  const answer = await ask("Summarize the branch that you leave? y, n, or i to add instructions [y/i/N] ");
  if (answer === undefined) return undefined;
  const word = answer.trim().toLowerCase();
  if (word === "y" || word === "yes") return { summarize: true };
  if (word !== "i") return {};
  const customInstructions = await ask("Instructions for the summary: ");
  return customInstructions === undefined
    ? undefined
    : { summarize: true, ...(customInstructions.trim() !== "" && { customInstructions }) };
}

function titleOf(entry: SessionEntry): string {
  if (entry.type !== "message") return `${entry.type}:`;
  const { message } = entry;
  if (message.role === "user") return "you:";
  if (message.role === "assistant") {
    return message.stopReason === "error" || message.stopReason === "aborted"
      ? `answer (${message.stopReason}):`
      : "answer:";
  }
  return message.role === "toolResult"
    ? `${message.toolName}${message.isError ? " (failed)" : ""}:`
    : `${message.role}:`;
}

/** The whole text of what somebody said; of other entries, their line. */
function fullText(entry: SessionEntry, nodes: ReadonlyMap<string, OutlineNode>): string {
  if (entry.type === "message" && "content" in entry.message) return textOf(entry.message.content);
  return nodes.get(entry.id)?.text ?? "";
}
