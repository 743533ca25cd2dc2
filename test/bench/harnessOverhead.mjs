// What the harness adds to a long conversation, measured inside one process: prints medians as JSON.
import { readFileSync } from "node:fs";
import { HarnessCore } from "../../agent/core/dist/index.js";
import { median } from "./figures.mjs";

const messageCount = 500;
const requests = 200;
const corpus = new URL("../fixtures/shell/", import.meta.url);

const harness = new HarnessCore({ alignment: { authorize: () => true } });
const messages = [];
const add = (message) =>
  messages.push({ key: String(messages.length), message: { ...message, timestamp: messages.length } });

function developerSays(text) {
  add({ role: "user", content: text });
  harness.developerMessage({
    text,
    entryId: String(messages.length - 1),
    afterWork: true,
    isSteering: false,
  });
}

function call(index, name, args) {
  const content = [{ type: "toolCall", id: `call${index}`, name, arguments: args }];
  add({ role: "assistant", content, stopReason: "toolUse" });
}

function result(index, name, text) {
  add({
    role: "toolResult",
    toolCallId: `call${index}`,
    toolName: name,
    content: [{ type: "text", text }],
    isError: false,
  });
}

async function timed(list, action) {
  const from = performance.now();
  const value = await action();
  list.push(performance.now() - from);
  return value;
}

async function runCall(list, index, tool, args) {
  const toolCallId = `call${index}`;
  await timed(list, async () => {
    const verdict = await harness.beforeToolCall({ toolCallId, tool, args });
    if (!verdict.block) harness.afterToolCall({ toolCallId, isError: false, output: "done" });
  });
}

developerSays("Never edit the generated files, and always use tabs. Fix the parser in src/parser.ts.");
for (let index = 0; messages.length < messageCount; index++) {
  call(index, "read", { path: `src/file${index}.ts` });
  result(index, "read", `line ${index}\n`.repeat(300));
}
const commands = ["harmless.txt", "gated.txt"].flatMap(commandsOf);
// The grammar loads with the first command of a session, and only then.
const firstCommand = [];
await runCall(firstCommand, "first", "bash", { command: "ls" });

const request = [];
const readCall = [];
const shellCall = [];
for (let index = 1000; index < 1000 + requests; index++) {
  await timed(request, () => harness.transformRequest(messages));
  call(index, "read", { path: "src/parser.ts" });
  await runCall(readCall, index, "read", { path: "src/parser.ts" });
  result(index, "read", "text\n".repeat(500));
  const command = commands[(index * 7) % commands.length];
  await runCall(shellCall, index, "bash", { command });
}
process.stdout.write(
  JSON.stringify({
    request: median(request),
    readCall: median(readCall),
    shellCall: median(shellCall),
    firstCommand: firstCommand[0],
  }),
);

/** Everyday commands of the fixtures, those for bash. */
function commandsOf(name) {
  return readFileSync(new URL(name, corpus), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# ") && !line.startsWith("ps> "))
    .map((line) => line.slice(line.indexOf("\t") + 1).replaceAll("⏎", "\n"));
}
