// Creates a session, sends one prompt, streams the answer and ends the session.
import { createAgentSession } from "@relay-harness/coding-agent";

const { session } = await createAgentSession();

session.subscribe((event) => {
  if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") {
    process.stdout.write(event.assistantMessageEvent.delta);
  }
});

try {
  await session.prompt("What files are in the current directory?");
  process.stdout.write("\n");
} finally {
  await session.dispose();
}
