import { useState } from "preact/hooks";
import type { HarnessCheckResult, HarnessState } from "@relay-harness/protocol";
import { LineCounts } from "../evidence/LineCounts.tsx";
import { checkLine, verdictLooks } from "../evidence/verdict.ts";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { CheckOutcome } from "./CheckOutcome.tsx";
import { usePanel } from "./panelContext.ts";

/** What was claimed of the last request, and what the record says. */
export function EvidenceSection({ state }: { state: HarnessState }) {
  const { chat, host, act } = usePanel();
  const [result, setResult] = useState<HarnessCheckResult | "running">();
  const { evidence } = state;
  const command = state.settings.verifyCommands[0];
  const run = (): void => {
    setResult("running");
    act(
      host
        .request("evidence/runCheck", command === undefined ? {} : { command })
        .then(setResult, (error: unknown) => {
          setResult(undefined);
          throw error;
        }),
    );
  };
  const disabled = chat.disabled.value.runCheck;
  return (
    <section aria-label={text("evidence")}>
      <div class="head">
        <h2>{text("evidenceLast")}</h2>
        <span class="grow" />
        {result !== undefined && <CheckOutcome result={result} command={command ?? ""} />}
        {command !== undefined && (
          <button
            type="button"
            class="rl-btn secondary small"
            disabled={disabled !== undefined || result === "running"}
            title={disabled}
            onClick={run}
          >
            {text("runCommand", command)}
          </button>
        )}
      </div>
      {evidence?.status ? (
        <Judged evidence={evidence} status={evidence.status} />
      ) : (
        <p class="lead">{text("noEvidence")}</p>
      )}
    </section>
  );
}

type Evidence = NonNullable<HarnessState["evidence"]>;

function Judged({ evidence, status }: { evidence: Evidence; status: NonNullable<Evidence["status"]> }) {
  const { icon, word } = verdictLooks[status];
  return (
    <>
      <div class="rl-end-line">
        <span
          class={`rl-verdict is-still ${status}`}
          role="img"
          aria-label={text("evidenceOf", status.replace("-", " "))}
        >
          <Icon name={icon} />
          {text(word)}
        </span>
        <span class="muted">
          {showHidden(evidence.reason ?? (status === "verified" ? text("whyVerified") : ""))}
        </span>
      </div>
      <ul class="rl-list">
        {evidence.checks.map((check, index) => {
          const { icon: mark, tone, why } = checkLine(check);
          const isCounted = tone !== "muted";
          return (
            <li key={index}>
              <Icon name={mark} class={tone} />
              <span class="body">
                <span class="mono">{showHidden(check.command)}</span>
                {!isCounted && <div class="meta">{why}</div>}
              </span>
              <span class="side">
                {isCounted ? why : check.exitCode === null ? "" : text("exit", check.exitCode)}
              </span>
            </li>
          );
        })}
        <Changes evidence={evidence} />
      </ul>
    </>
  );
}

function Changes({ evidence }: { evidence: Evidence }) {
  const { chat, host, act } = usePanel();
  const { entryId } = evidence;
  const files = chat.turns.value.find((turn) => turn.entryId === entryId)?.files ?? [];
  const count = files.length > 0 ? files.length : evidence.changes.length;
  if (count === 0) return null;
  const sum = (part: "added" | "removed"): number => files.reduce((total, file) => total + file[part], 0);
  return (
    <li>
      <Icon name="diff-multiple" />
      <span class="body">
        {`${text("filesChanged", count)} `}
        {files.length > 0 && <LineCounts added={sum("added")} removed={sum("removed")} />}
      </span>
      <Link onClick={() => act(host.request("turn/review", { entryId }))}>{text("review")}</Link>
    </li>
  );
}
