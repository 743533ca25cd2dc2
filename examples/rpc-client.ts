// Runs the agent as a child process and prints the answer while it streams.
import { RpcClient } from "@relay-harness/coding-agent/rpc-client";

const client = new RpcClient({ args: ["--no-session"] });

// Subscribe before anything is sent; listeners stay when the agent is started again.
client.onEvent((event) => {
  if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") {
    process.stdout.write(event.assistantMessageEvent.delta);
  }
  if (event.type === "tool_execution_start") console.error(`-> ${event.toolName}`);
});

await client.start();
try {
  const { model } = await client.getState();
  console.error(`Model: ${model?.id ?? "none"}`);
  // Resolves when the agent does not go on by itself; rejects when it refuses the prompt or ends.
  const events = await client.promptAndWait(process.argv[2] ?? "What files are here?", undefined, 0);
  process.stdout.write("\n");
  const failure = events.findLast(
    (event) => event.type === "message_end" && event.message.role === "assistant",
  );
  if (
    failure?.type === "message_end" &&
    failure.message.role === "assistant" &&
    failure.message.errorMessage
  ) {
    console.error(`The provider failed: ${failure.message.errorMessage}`);
    process.exitCode = 1;
  }
} finally {
  await client.stop();
}
