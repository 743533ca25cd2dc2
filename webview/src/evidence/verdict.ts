import type { HarnessCheck, HarnessEvidence } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import type { StringKey } from "../strings/strings.ts";
import { duration } from "../text/units.ts";
import { isRecord } from "../tools/toolOutcome.ts";

type Status = NonNullable<HarnessEvidence["status"]>;

interface VerdictLook {
  readonly icon: string;
  readonly word: StringKey;
}

/** By status; the class of the chip is the status itself. */
export const verdictLooks: Readonly<Record<Status, VerdictLook>> = {
  verified: { icon: "pass", word: "verified" },
  unverified: { icon: "question", word: "unverified" },
  contradicted: { icon: "error", word: "contradicted" },
  "no-effect": { icon: "circle-slash", word: "noEffect" },
  acknowledged: { icon: "info", word: "acknowledged" },
};

/** Evidence as a record holds it; `undefined` for another shape. */
export function readEvidence(data: unknown): HarnessEvidence | undefined {
  if (!isRecord(data) || !Array.isArray(data["checks"]) || !Array.isArray(data["changes"])) return undefined;
  if (typeof data["entryId"] !== "string") return undefined;
  const { status } = data;
  const isKnown = status === null || (typeof status === "string" && Object.hasOwn(verdictLooks, status));
  // The record of the harness of this version; its lists were checked, their members are drawn with care.
  return isKnown ? (data as unknown as HarnessEvidence) : undefined;
}

/** What the line beside the chip says; code is set in the editor's font. */
export interface VerdictLine {
  readonly command?: string;
  readonly words: string;
}

/** `lastEditAt`: milliseconds, when it is known. */
export function verdictLine(evidence: HarnessEvidence, lastEditAt: number | undefined): VerdictLine {
  switch (evidence.status) {
    case "verified":
      return passedLine(evidence.checks, lastEditAt);
    case "contradicted":
      return { words: hasFailed(evidence.checks) ? text("lastCheckFailed") : text("noCheckAfter") };
    case "no-effect":
      return { words: text("nothingChanged") };
    case "acknowledged":
      return { words: text("saysNotVerified") };
    default:
      return { words: text("noCheckAfter") };
  }
}

function passedLine(checks: readonly HarnessCheck[], lastEditAt: number | undefined): VerdictLine {
  const check = checks.findLast(({ result, afterLastChange }) => result === "passed" && afterLastChange);
  if (!check) return { words: text("passed") };
  const elapsed = lastEditAt === undefined ? NaN : Date.parse(check.at) - lastEditAt;
  const words = elapsed > 0 ? text("passedAfter", duration(elapsed)) : text("passed");
  return { command: check.command, words };
}

function hasFailed(checks: readonly HarnessCheck[]): boolean {
  const counted = checks.filter(({ result }) => result === "passed" || result === "failed");
  return counted.findLast(({ afterLastChange }) => afterLastChange)?.result === "failed";
}

/** A check as a line of the evidence: its icon, and what counts or why it does not. */
export function checkLine(check: HarnessCheck): {
  icon: string;
  tone: "good" | "bad" | "muted";
  why: string;
} {
  const { result, narrowed, exitCode } = check;
  if (result === "masked" || result === "undeclared") {
    return { icon: "circle-slash", tone: "muted", why: notCounted(check) };
  }
  const tone = result === "passed" ? ("good" as const) : ("bad" as const);
  const icon = result === "passed" ? "pass" : "error";
  if (result === "passed" && narrowed !== null) return { icon, tone, why: text("onlySelected") };
  if (exitCode === null) return { icon, tone, why: text("exitUnknown") };
  return { icon, tone, why: text(placeOf(check), exitCode) };
}

function placeOf({ carried, afterLastChange }: HarnessCheck): StringKey {
  if (carried) return "exitCarried";
  return afterLastChange ? "exitAfterEdit" : "exitBeforeEdit";
}

function notCounted({ result, why }: HarnessCheck): string {
  if (result === "undeclared") return text("notCountedUndeclared");
  if (why === "nothing ran") return text("notCountedNothing");
  return why === null || why === "pipe" ? text("notCountedPipe") : text("notCountedMasked", why);
}
