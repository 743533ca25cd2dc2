import type { HarnessCheckResult } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { duration } from "../text/units.ts";
import { Icon, Spinner } from "../ui/Icon.tsx";

/** How a check that was just run ended. */
export function CheckOutcome({
  result,
  command,
}: {
  result: HarnessCheckResult | "running";
  command: string;
}) {
  if (result === "running") {
    return (
      <span class="rl-outcome" role="status">
        <Spinner />
        <span>{text("testing", showHidden(command))}</span>
      </span>
    );
  }
  const { passed, cancelled, exitCode, durationMs, outputTail } = result;
  const words =
    cancelled || exitCode === undefined ? text("cancelled") : text("exitIn", exitCode, duration(durationMs));
  return (
    <span class="rl-outcome" role="status" title={showHidden(outputTail)}>
      <Icon name={passed ? "pass" : "error"} class={passed ? "good" : "bad"} />
      <span>{words}</span>
    </span>
  );
}
