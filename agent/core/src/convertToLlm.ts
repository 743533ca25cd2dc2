import type { AgentMessage, BashExecutionMessage, LlmMessage } from "@relay-harness/protocol";

/**
 * Messages as providers read them (`sessions-and-tools.md` §6). Unknown roles and commands that are
 * excluded from the context drop out; what providers know passes unchanged. Converted messages are
 * remembered by identity, so that equal transcripts give identical requests.
 */
export function convertToLlm(messages: readonly AgentMessage[]): LlmMessage[] {
  const converted: LlmMessage[] = [];
  for (const message of messages) {
    const llm = convertMessage(message);
    if (llm) converted.push(llm);
  }
  return converted;
}

const cache = new WeakMap<AgentMessage, LlmMessage>();

function convertMessage(message: AgentMessage): LlmMessage | undefined {
  switch (message.role) {
    case "system":
    case "user":
    case "assistant":
    case "toolResult":
      return message;
    default: {
      const known = cache.get(message);
      if (known) return known;
      const content = contentOf(message);
      if (content === undefined) return undefined;
      const user: LlmMessage = {
        role: "user",
        content: typeof content === "string" ? [{ type: "text", text: content }] : content,
        timestamp: message.timestamp,
      };
      cache.set(message, user);
      return user;
    }
  }
}

type OtherMessage = Exclude<AgentMessage, LlmMessage>;

function contentOf(message: OtherMessage) {
  switch (message.role) {
    case "bashExecution":
      return message.excludeFromContext ? undefined : bashExecutionText(message);
    case "custom":
      return message.content;
    case "compactionSummary":
      return `The conversation before this point was compacted into this summary:\n\n<summary>\n${message.summary}\n</summary>`;
    case "branchSummary":
      return `This summary covers a branch of the conversation that was explored and left:\n\n<summary>\n${message.summary}</summary>`;
    default:
      // Extensions store roles of their own.
      return undefined;
  }
}

/** What the model reads of a command that the user ran directly. */
export function bashExecutionText(message: BashExecutionMessage): string {
  const output = message.output ? `\`\`\`\n${message.output}\n\`\`\`` : "(no output)";
  let text = `Ran \`${message.command}\`\n${output}`;
  if (message.cancelled) text += "\n\n(command cancelled)";
  else if (message.exitCode) text += `\n\nCommand exited with code ${message.exitCode}`;
  if (message.truncated && message.fullOutputPath) {
    text += `\n\n[Output truncated. Full output: ${message.fullOutputPath}]`;
  }
  return text;
}
