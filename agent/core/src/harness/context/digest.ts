import type { CallSubject } from "./callSubject.ts";

/** A call whose result was replaced. */
export interface DigestCall {
  subject: CallSubject;
  outcome: string;
  hasChanged: boolean;
}

const maxTargets = 30;
const maxLength = 2000;

interface Target {
  subject: CallSubject;
  /** Without repetitions in a row. */
  outcomes: string[];
  count: number;
  hasChanged: boolean;
}

/**
 * What replaced results showed: one line per tool, one part per target with its newest outcome. `calls`
 * are in transcript order. At most 30 targets, the newest, and 2,000 characters (harness.md §8.2).
 */
export function progressDigest(calls: readonly DigestCall[]): string {
  if (calls.length === 0) return "";
  const targets = newestTargets(calls);
  for (let kept = targets.slice(-maxTargets); ; kept = kept.slice(1)) {
    const text = render(kept, targets.length - kept.length);
    if (text.length <= maxLength || kept.length <= 1) return text.slice(0, maxLength);
  }
}

/** In the order of their newest call. */
function newestTargets(calls: readonly DigestCall[]): Target[] {
  const targets = new Map<string, Target>();
  for (const { subject, outcome, hasChanged } of calls) {
    const key = `${subject.tool}\0${subject.target}`;
    const known = targets.get(key) ?? { subject, outcomes: [], count: 0, hasChanged };
    if (known.outcomes.at(-1) !== outcome) known.outcomes.push(outcome);
    known.count++;
    known.hasChanged = hasChanged;
    targets.delete(key);
    targets.set(key, known);
  }
  return [...targets.values()];
}

function render(targets: readonly Target[], earlier: number): string {
  const byTool = new Map<string, string[]>();
  for (const target of targets) {
    const { tool } = target.subject;
    byTool.set(tool, [...(byTool.get(tool) ?? []), describe(target)]);
  }
  const lines = [...byTool].map(([tool, parts]) => `- ${tool} ${parts.join(", ")}`);
  if (earlier > 0) lines.push(`(+${earlier} earlier)`);
  return lines.join("\n");
}

function describe({ subject, outcomes, count, hasChanged }: Target): string {
  const name = subject.isCommand ? JSON.stringify(subject.target) : subject.target;
  const ends = outcomes.slice(-2);
  const isPlain = !subject.isCommand && ends.every((outcome) => outcome === "ok");
  return [
    name,
    ...(isPlain ? [] : [ends.join(" then ")]),
    ...(count > 1 ? [`x${count}`] : []),
    ...(hasChanged ? ["(changed later)"] : []),
  ].join(" ");
}
