// Trusts what lies in ~/work; everything else is asked about as usual. For your own extensions folder.
import { homedir } from "node:os";
import { join, sep } from "node:path";
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("project_trust", ({ cwd }) => ({
    trusted: cwd.startsWith(join(homedir(), "work") + sep) ? "yes" : "undecided",
  }));
}
