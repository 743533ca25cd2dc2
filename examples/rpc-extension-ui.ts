// Answers what the agent asks, on the terminal. RELAY_CLI names another agent than the one of this package.
import { createInterface } from "node:readline/promises";
import type { RpcExtensionUIRequest, RpcExtensionUIResponse } from "@relay-harness/coding-agent";
import { RpcClient } from "@relay-harness/coding-agent/rpc-client";

const terminal = createInterface({ input: process.stdin, output: process.stderr });
const lines = terminal[Symbol.asyncIterator]();

/** One line; `undefined` at the end of the input. */
async function ask(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  const { value, done } = await lines.next();
  return done ? undefined : value;
}

type Answer = { value: string } | { confirmed: boolean } | { cancelled: true };

/** The user's answer to a dialog; `undefined` for what only is to be shown. */
async function answerTo(request: RpcExtensionUIRequest): Promise<Answer | undefined> {
  switch (request.method) {
    case "select": {
      request.options.forEach((option, index) => console.error(`  ${index + 1}. ${option}`));
      const option = request.options[Number(await ask(`${request.title} `)) - 1];
      return option === undefined ? { cancelled: true } : { value: option };
    }
    case "confirm":
      console.error(request.message);
      return { confirmed: /^y/i.test((await ask(`${request.title} [y/N] `)) ?? "") };
    case "input":
    case "editor": {
      const value = await ask(`${request.title}: `);
      return value === undefined ? { cancelled: true } : { value };
    }
    case "notify":
      console.error(`${request.notifyType ?? "info"}: ${request.message}`);
      return undefined;
    case "setStatus":
      if (request.statusText !== undefined) console.error(`[${request.statusText}]`);
      return undefined;
    case "setWidget":
      for (const line of request.widgetLines ?? []) console.error(line);
      return undefined;
    case "setTitle":
    case "set_editor_text":
      return undefined;
  }
}

const cliPath = process.env.RELAY_CLI;
const client = new RpcClient({ args: ["--no-session"], ...(cliPath && { cliPath }) });
// Dialogs are answered one after another; the agent waits for each as long as it takes.
let previous: Promise<void> = Promise.resolve();
client.onEvent((event) => {
  if (event.type !== "extension_ui_request") return;
  previous = previous.then(async () => {
    const answer = await answerTo(event);
    const response = answer && ({ type: "extension_ui_response", id: event.id, ...answer } as const);
    if (response) client.respondToExtensionUI(response satisfies RpcExtensionUIResponse);
  });
});

await client.start();
try {
  await client.promptAndWait(process.argv[2] ?? "/rpc-input", undefined, 0);
  await previous;
  console.log(await client.getLastAssistantText());
} finally {
  await client.stop();
  terminal.close();
}
