// Loads extensions from a file and from a function of this program.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgentSession,
  DefaultResourceLoader,
  SessionManager,
  type ExtensionAPI,
} from "@relay-harness/coding-agent";

const cwd = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "relay-example-"));
const file = join(folder, "shout.ts");
writeFileSync(
  file,
  `export default (relay) => relay.on("input", ({ text }) => ({ action: "transform", text: text.toUpperCase() }));\n`,
);

/** Tells what tools are called. */
function logTools(relay: ExtensionAPI) {
  relay.on("tool_call", ({ toolName }) => console.log(`-> ${toolName}`));
  relay.registerCommand("about", { handler: (_, ctx) => console.log(`A session in ${ctx.mode} mode`) });
}

const resourceLoader = new DefaultResourceLoader({
  cwd,
  additionalExtensionPaths: [file],
  extensionFactories: [{ name: "log-tools", factory: logTools }],
});
await resourceLoader.reload();

const { session, extensionsResult } = await createAgentSession({
  resourceLoader,
  sessionManager: SessionManager.inMemory(cwd),
});
console.log(extensionsResult?.extensions.length, "extensions");
// From here on they hear of the session; without UI, dialogs give their defaults.
await session.bindExtensions({ onError: ({ extensionPath, error }) => console.error(extensionPath, error) });
try {
  await session.prompt("/about");
  await session.prompt("list the files");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
  rmSync(folder, { recursive: true });
}
