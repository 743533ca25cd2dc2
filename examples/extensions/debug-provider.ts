// Writes what providers are sent, and how they answer, to a file.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("debug-provider", {
    description: "Write requests to provider.log from now on",
    handler: (_, { cwd, ui }) => {
      const log = (line: unknown): void =>
        appendFileSync(join(cwd, "provider.log"), `${JSON.stringify(line)}\n`);
      relay.on("before_provider_request", ({ payload }) => void log({ payload }));
      relay.on("after_provider_response", ({ status }) => log({ status }));
      ui.notify("Writing to provider.log");
    },
  });
}
