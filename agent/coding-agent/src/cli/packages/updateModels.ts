import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import { printOut } from "../printOut.ts";
import type { Reporter } from "../report.ts";
import { createModelRuntime } from "../startSession.ts";

/** Lets every provider list its models anew; failures are reported one by one (cli.md §2). */
export async function updateModels(
  settings: Pick<SettingsManager, "get">,
  agentDir: string,
  reporter: Reporter,
): Promise<number> {
  const runtime = await createModelRuntime(agentDir, settings, reporter);
  await runtime.ensureProviders("all");
  const { errors } = await runtime.refresh({ allowNetwork: true, force: true });
  for (const [provider, error] of errors)
    reporter.error(`Cannot refresh the models of ${provider}: ${error.message}`);
  if (errors.size === 0) await printOut("The lists of models are up to date\n");
  return errors.size === 0 ? 0 : 1;
}
