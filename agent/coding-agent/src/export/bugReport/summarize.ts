import { textOf, type AgentMessage, type SessionEntry } from "@relay-harness/protocol";
import { ExportError } from "../exportError.ts";
import type { ReportModel, ReportSupport } from "./reportInput.ts";

/** Longest text of one message that the model is given, and of all together. */
const maxMessage = 4_000;
const maxConversation = 120_000;

const instructions = [
  "You help to report a defect of Relay, a coding agent, to its developers.",
  "Summarize what in this conversation between a user and Relay shows the problem: what was asked, what Relay did, what went wrong, errors word for word.",
  "Leave out secrets, personal data and the content of files unless the problem cannot be understood without it.",
  "Answer in Markdown, with at most 400 words.",
].join("\n");

export interface SummaryInput extends Pick<ReportModel, "model"> {
  branch: readonly SessionEntry[];
  hint: string | null;
  support: ReportSupport;
  signal?: AbortSignal;
}

/** `summary.md`: what the current model makes of the conversation. Rejects when it cannot. */
export async function summarizeProblem({
  model,
  branch,
  hint,
  support,
  signal,
}: SummaryInput): Promise<string> {
  if (!model) throw new ExportError("report", "Summarizing the problem needs a model; none is selected.");
  const request = [
    ...(hint === null ? [] : [`The user describes the problem so:\n${hint}`]),
    `<conversation>\n${conversationText(branch)}\n</conversation>`,
  ].join("\n\n");
  const answer = await support.complete(
    model,
    {
      systemPrompt: instructions,
      messages: [{ role: "user", content: [{ type: "text", text: request }], timestamp: Date.now() }],
    },
    signal,
  );
  const text = textOf(answer.content).trim();
  if (answer.stopReason === "stop" && text !== "") return `${text}\n`;
  if (answer.stopReason === "length" && text !== "") return `${text}\n\n(cut off)\n`;
  const reason = answer.errorMessage ?? (text === "" ? "the model gave no text" : answer.stopReason);
  throw new ExportError("report", `Summarizing the problem failed: ${reason}`);
}

/** The end of the conversation, as far as it fits. */
function conversationText(branch: readonly SessionEntry[]): string {
  const parts = branch.flatMap((entry) => (entry.type === "message" ? messageText(entry.message) : []));
  let length = 0;
  const kept: string[] = [];
  for (const part of parts.toReversed()) {
    length += part.length;
    if (length > maxConversation) break;
    kept.push(part);
  }
  return kept.reverse().join("\n\n");
}

function messageText(message: AgentMessage): string[] {
  switch (message.role) {
    case "user":
      return [`[User]\n${cut(textOf(message.content))}`];
    case "assistant": {
      const calls = message.content.flatMap((block) =>
        block.type === "toolCall" ? [`[Call] ${block.name} ${cut(JSON.stringify(block.arguments))}`] : [],
      );
      const error = message.errorMessage === undefined ? [] : [`[Error] ${message.errorMessage}`];
      return [`[Relay]\n${cut(textOf(message.content))}`, ...calls, ...error];
    }
    case "toolResult":
      return [
        `[${message.isError ? "Failed result" : "Result"} of ${message.toolName}]\n${cut(textOf(message.content))}`,
      ];
    case "bashExecution":
      return [`[Command of the user] ${message.command}\n${cut(message.output)}`];
    default:
      return [];
  }
}

function cut(text: string): string {
  return text.length > maxMessage ? `${text.slice(0, maxMessage)}\n[...]` : text;
}
