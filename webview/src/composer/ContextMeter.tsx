import { useState } from "preact/hooks";
import type { ContextReport } from "@relay-harness/protocol";
import { useApp } from "../app.ts";
import { formatCount, text } from "../strings/text.ts";
import type { StringKey } from "../strings/strings.ts";
import { useDisabled } from "../ui/useDisabled.ts";

const highPercent = 80;

const parts = [
  ["verbatim", "verbatim"],
  ["stubbed", "stubs"],
  ["digest", "stubs"],
  ["system", "systemTools"],
  ["tools", "systemTools"],
  ["summary", "summary"],
  ["other", "other"],
] as const satisfies readonly (readonly [keyof ContextReport["breakdown"], StringKey])[];

/** How full the model's context is; its details open above. */
export function ContextMeter() {
  const { chat, host, act } = useApp();
  const disabledReason = useDisabled("contextReport");
  const [report, setReport] = useState<ContextReport>();
  const { percent } = chat.context.value;
  if (chat.context.value.contextWindow === null) return null;
  const rounded = percent === null ? null : Math.min(100, Math.round(percent));
  const toggle = (): void => {
    if (report) setReport(undefined);
    else act(host.request("context/report", {}).then(setReport));
  };
  return (
    <>
      <span
        class="rl-track"
        role="progressbar"
        aria-label={text("contextUsed")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={rounded ?? undefined}
      >
        <span
          class={(rounded ?? 0) >= highPercent ? "high" : undefined}
          style={{ width: `${rounded ?? 0}%` }}
        />
      </span>
      <button
        type="button"
        class="rl-meter"
        aria-label={rounded === null ? text("contextDetails") : text("contextUsedPercent", rounded)}
        aria-expanded={report !== undefined}
        title={disabledReason ?? text("contextDetails")}
        disabled={disabledReason !== undefined}
        onClick={toggle}
      >
        {rounded !== null && `${rounded}%`}
      </button>
      {report && <ContextDetails report={report} onClose={() => setReport(undefined)} />}
    </>
  );
}

function ContextDetails({ report, onClose }: { report: ContextReport; onClose: () => void }) {
  const sums = new Map<StringKey, number>();
  for (const [part, name] of parts) sums.set(name, (sums.get(name) ?? 0) + report.breakdown[part]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div class="rl-popup rl-context" role="dialog" aria-label={text("contextDetails")} onKeyDown={onKeyDown}>
      <div>
        {report.tokens === null
          ? text("contextUnknown")
          : text("contextOf", report.tokens, report.contextWindow)}
      </div>
      <dl>
        {[...sums]
          .filter(([, tokens]) => tokens > 0)
          .map(([name, tokens]) => (
            <div key={name}>
              <dt>{text(name)}</dt>
              <dd class="nums">{formatCount(tokens)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
