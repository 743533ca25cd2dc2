import { dirname } from "node:path";
import { canonicalPath } from "../../../base/trust/protectedResources.ts";
import { readTrust, saveTrust } from "../../../base/trust/trustStore.ts";
import { chooseFromList } from "../numberedList.ts";
import type { LineCommandContext } from "./lineCommand.ts";
import { screenOf } from "./screenOf.ts";

/** What can be saved; `undefined` takes a decision back. */
interface Decision {
  label: string;
  folder: string;
  isTrusted: boolean | undefined;
}

/** Saves whether the project is trusted, for processes to come (cli.md §5.3). */
export async function decideTrust(context: LineCommandContext): Promise<void> {
  const { runtime, transcript } = context;
  const { agentDir } = runtime.services;
  const saved = readTrust(agentDir);
  if (saved.error !== undefined) throw new Error(saved.error);
  const isSaved = ({ folder, isTrusted }: Decision): boolean =>
    isTrusted !== undefined && saved.decisions[folder] === isTrusted;
  const { isTrusted } = runtime.projectTrust();
  const chosen = await chooseFromList<Decision>({
    screen: screenOf(context),
    noun: "decision",
    title: () => `This project is ${isTrusted ? "trusted" : "not trusted"}. Saved for later starts`,
    emptyText: "There are none.",
    load: (search) =>
      decisions(canonicalPath(runtime.cwd)).filter(({ label }) =>
        label.toLowerCase().includes(search.toLowerCase()),
      ),
    describe: (decision) => `${decision.label}${isSaved(decision) ? "  (saved)" : ""}`,
  });
  if (!chosen) return;
  await saveTrust(agentDir, chosen.folder, chosen.isTrusted);
  transcript.line("Saved. Restart Relay to make it count.");
}

function decisions(folder: string): Decision[] {
  const parent = dirname(folder);
  return [
    { label: "Trust this folder", folder, isTrusted: true },
    ...(parent === folder
      ? []
      : [{ label: `Trust parent folder ${parent}`, folder: parent, isTrusted: true }]),
    { label: "Do not trust", folder, isTrusted: false },
    { label: "Clear saved decision", folder, isTrusted: undefined },
  ];
}
