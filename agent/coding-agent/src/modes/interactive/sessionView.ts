import { textOf, type AgentMessage } from "@relay-harness/protocol";
import { noModelsMessage } from "../../session/errors.ts";
import type { AgentSession } from "../../session/agentSession.ts";
import { callText, firstLines } from "./messageText.ts";
import type { Transcript } from "./transcript.ts";

/** How much of the past a session is opened with: from the second last message of the user on. */
const shownUserMessages = 2;
const shownMessages = 12;
const shownLines = 20;

/** Where the conversation goes on, with which model, and how it ended. */
export function showSession(transcript: Transcript, session: AgentSession): void {
  const { model, sessionManager, sessionName, messages } = session;
  const name = model ? `${model.provider}/${model.id}` : "no model";
  transcript.line(`Relay in ${sessionManager.getCwd()} with ${name}.`);
  if (sessionName !== undefined) transcript.line(`Session: ${sessionName.replace(/\s+/g, " ")}`);
  for (const line of tail(messages)) transcript.line(line);
  if (!model) transcript.line(`Warning: ${noModelsMessage}`);
}

function tail(messages: readonly AgentMessage[]): string[] {
  const shown = messages.map((message) => ({ message, text: shownText(message) })).filter(({ text }) => text);
  const users = shown.flatMap(({ message }, index) => (message.role === "user" ? [index] : []));
  const start = Math.max(users.at(-shownUserMessages) ?? 0, shown.length - shownMessages);
  const lines = shown.slice(start).flatMap(({ text }) => firstLines(text, shownLines));
  if (start > 0) lines.unshift(`... ${start} earlier messages`);
  return lines.length > 0 ? ["", ...lines, ""] : [];
}

/** As the line interface showed it when it came; empty for what it does not show. */
function shownText(message: AgentMessage): string {
  switch (message.role) {
    case "user":
      return textOf(message.content).replace(/^/gm, "> ");
    case "assistant": {
      const parts = message.content.map((block) => {
        if (block.type === "text") return block.text.trimEnd();
        return block.type === "toolCall" ? callText(block.name, block.arguments) : "";
      });
      const error = message.errorMessage === undefined ? [] : [`Error: ${message.errorMessage}`];
      return [...parts, ...error].filter((part) => part !== "").join("\n");
    }
    case "bashExecution":
      return `[bash] ${message.command}`;
    case "compactionSummary":
    case "branchSummary":
      return `[summary]\n${message.summary}`;
    default:
      return "";
  }
}
