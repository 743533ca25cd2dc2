import type { HarnessCore } from "@relay-harness/agent-core/harness";
import type { HarnessCoreSettings, HarnessState } from "@relay-harness/protocol";
import { emptyHarnessState } from "./emptyHarness.ts";

/** The harness as clients see it (harness.md §10). */
export function harnessState(
  core: HarnessCore,
  settings: HarnessCoreSettings,
  audit: HarnessState["audit"],
): HarnessState {
  const { alignment, verification, context, skills } = core;
  const empty = emptyHarnessState(settings, core.startedAt);
  const constraints = constraintStates(core);
  const corrections = correctionStates(core);
  const approvals = alignment?.approvalStates ?? [];
  const evidence = verification?.state ?? null;
  const times = [...constraints, ...corrections, ...approvals, ...(evidence?.checks ?? [])].map(
    ({ at }) => at,
  );
  return {
    ...empty,
    at: times.reduce((latest, at) => (at > latest ? at : latest), core.startedAt),
    constraints,
    corrections,
    approvals,
    turn: alignment?.turnState ?? null,
    evidence,
    slice: verification?.sliceState ?? empty.slice,
    context: context?.stats ?? empty.context,
    skills: skills?.usage ?? [],
    audit,
    learnings: [
      ...constraints.filter(({ status }) => status === "active").map(({ text }) => text),
      ...corrections.filter(({ retracted }) => !retracted).map(({ text }) => text),
    ],
  };
}

function constraintStates(core: HarnessCore): HarnessState["constraints"] {
  const { alignment } = core;
  if (!alignment) return [];
  const { rules, suspended } = alignment.restated;
  const restated = new Set(rules.map(({ id }) => id));
  return alignment.allConstraints.map((rule) => ({
    id: rule.id,
    text: rule.text,
    lang: rule.lang,
    form: rule.form,
    status: rule.status,
    reason: rule.reason,
    entryId: rule.entryId,
    at: alignment.timeOf(rule.id) ?? core.startedAt,
    restated: restated.has(rule.id),
    exception: suspended.includes(rule.id),
  }));
}

function correctionStates(core: HarnessCore): HarnessState["corrections"] {
  const { alignment } = core;
  if (!alignment) return [];
  const active = new Set(alignment.activeCorrections.map(({ id }) => id));
  return alignment.allCorrections.map(({ id, text, entryId, retracted }) => ({
    id,
    text,
    entryId,
    at: alignment.timeOf(id) ?? core.startedAt,
    active: active.has(id),
    retracted,
  }));
}
