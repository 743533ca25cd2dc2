import type { HarnessCore } from "@relay-harness/agent-core/harness";
import type { BashResult, HarnessCheckResult } from "@relay-harness/protocol";
import { RefusalError } from "../errors.ts";

const maxTail = 4000;

/** Runs one of the project's checks for the user, and adds it to the record (rpc-additions.md §3). */
export async function runCheck(
  core: HarnessCore,
  { command, declared }: { command: string | undefined; declared: readonly string[] },
  execute: (command: string) => Promise<BashResult>,
): Promise<HarnessCheckResult> {
  const chosen = command ?? declared[0];
  if (chosen === undefined) throw new RefusalError("invalid_input", "No verification command is declared");
  const startedAt = performance.now();
  const { exitCode, cancelled, output } = await execute(chosen);
  const durationMs = Math.round(performance.now() - startedAt);
  await core.addCheck(chosen, cancelled ? null : (exitCode ?? null));
  return {
    command: chosen,
    ...(exitCode !== undefined && { exitCode }),
    cancelled,
    passed: !cancelled && exitCode === 0,
    durationMs,
    outputTail: output.slice(-maxTail),
  };
}
