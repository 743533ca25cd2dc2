import type { ReceivedRequest } from "../fakes/sseServer.ts";
import type { ScriptedStep } from "../fakes/scriptedModel.ts";

interface Message {
  role: string;
  content?: unknown;
}

/** What the model answers, by what the user said last: tests in the editor need no hands on the model. */
export function answerOf(request: ReceivedRequest): ScriptedStep {
  const { messages } = request.json as { messages: Message[] };
  const last = messages.at(-1);
  const said = lastUserText(request);
  if (said.includes("[harness:evidence]")) return { text: "I have not verified the change." };
  if (last?.role === "tool") return { text: "Done, that is what the tool said." };
  if (/say hello/.test(said)) return { text: ["Hello ", "there"] };
  if (/wait/.test(said)) return { text: "Working", hold: new Promise(() => undefined) };
  if (/tidy up/.test(said)) return call("bash", { command: "rm -rf build" });
  if (/edit other/.test(said)) return call("edit", { path: "c.ts", oldText: "c = 1", newText: "c = 2" });
  if (/edit/.test(said)) {
    return call("edit", { path: "a.ts", oldText: "a = 1", newText: "a = 2" });
  }
  if (/write/.test(said)) return call("write", { path: "b.ts", content: "export const b = 1;\n" });
  return { text: "Understood." };
}

function call(name: string, args: object): ScriptedStep {
  return { calls: [{ name, arguments: args }] };
}

export function lastUserText(request: ReceivedRequest): string {
  const { messages } = request.json as { messages: Message[] };
  const content = messages.findLast(({ role }) => role === "user")?.content;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) =>
      typeof part === "object" && part !== null && "text" in part ? String(part.text) : "",
    )
    .join("\n");
}
