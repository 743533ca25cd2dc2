import type { IntakeForm } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";

/** The form as the command that it stands for (vscode.md 2): `/intake [--out "<path>"] <task> <sources>`. */
export function intakeCommand({ task, sources, outputFile }: IntakeForm): string {
  if (task.trim() === "") throw new Error(localize("Describe the request first"));
  if (outputFile.includes('"'))
    throw new Error(localize("The output file must not contain a quote: {0}", outputFile));
  const out = outputFile.trim() === "" ? [] : [`--out "${outputFile.trim()}"`];
  const named = sources.map((source) => source.trim()).filter((source) => source !== "");
  return ["/intake", ...out, task.trim(), ...named].join(" ");
}
