import type { HarnessCheck, HarnessState } from "@relay-harness/protocol";

/** The harness as text, one section each (harness.md §10). */
export function harnessReport(state: HarnessState): string {
  const active = state.constraints.filter(({ status }) => status === "active");
  const pending = state.approvals.filter(({ status }) => status === "pending");
  const corrections = state.corrections.filter(({ retracted }) => !retracted);
  return [
    section(
      "Constraints",
      active.map(
        ({ id, text, exception }) => `${id} ${text}${exception ? " (suspended for this request)" : ""}`,
      ),
    ),
    section(
      "Pending approvals",
      pending.map(({ command, ops }) => `${command} (${ops.map(({ label }) => label).join(", ")})`),
    ),
    section(
      "Corrections",
      corrections.map(({ id, text }) => `${id} ${text}`),
    ),
    section("Learnings (candidates for AGENTS.md)", state.learnings),
    section("Evidence (last request)", evidenceLines(state)),
    section("Slice", sliceLines(state)),
    section("Context", contextLines(state)),
    section("Skills (last run)", skillLines(state)),
    section(
      "Skill audit",
      state.audit.map(({ skill, message }) => `${skill}: ${message}`),
    ),
    section("Settings", settingLines(state)),
  ].join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...(lines.length > 0 ? lines : ["none"]).map((line) => `  ${line}`)].join("\n");
}

function evidenceLines({ evidence }: HarnessState): string[] {
  if (!evidence) return [];
  const { status, reason, changes, checks } = evidence;
  return [
    `status: ${status ?? "nothing claimed"}${reason === null ? "" : `. ${reason}`}`,
    ...changes.map(({ path, count }) => `changed ${path}${count > 1 ? ` x${count}` : ""}`),
    ...checks.map(checkLine),
  ];
}

function checkLine({ command, kind, result, exitCode, why, afterLastChange }: HarnessCheck): string {
  const outcome = result === "failed" ? `failed (exit ${exitCode ?? "unknown"})` : result;
  const reason = why === null ? "" : ` (${why})`;
  return `${kind}: ${command}: ${outcome}${reason}, ${afterLastChange ? "after" : "before"} the last change`;
}

function sliceLines({ slice }: HarnessState): string[] {
  const lines =
    slice.changedLines === null ? [] : [`changed lines: ${slice.changedLines} (limit ${slice.limit})`];
  return [...lines, ...slice.files.map(({ path, before, after }) => `${path}: ${before} to ${after} lines`)];
}

function contextLines({ context }: HarnessState): string[] {
  const { results, verbatim, elided, pending, savedChars, batches } = context;
  if (results === 0) return [];
  return [
    `tool results: ${results} (${verbatim} verbatim, ${elided} as stubs, ${pending} waiting for their batch)`,
    `characters saved: ${savedChars}, batches: ${batches}`,
  ];
}

function skillLines({ skills }: HarnessState): string[] {
  return skills.map(({ name, entryLoads, fanout, loads, uptake, revisits }) => {
    const used = uptake === null ? "" : `, uptake: ${Math.round(uptake * 100)} %`;
    return `${name}: entry loads: ${entryLoads}, loads: ${loads}, files: ${fanout}${used}, revisits: ${revisits}`;
  });
}

function settingLines({ settings }: HarnessState): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}
