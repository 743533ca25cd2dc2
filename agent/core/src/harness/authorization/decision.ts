import type { AskReason, MessageVerdict } from "./allowedByMessage.ts";
import type { EffectClass, Operation, OperationTarget } from "../shell/types.ts";
import { dialogMessage, dialogTitle, effectClasses, pendingText } from "./texts.ts";

export interface DecisionInput {
  /** `authorizationGate`, with the alignment pillar on. */
  isGateOn: boolean;
  command: string;
  cwd: string;
  operations: readonly Operation[];
  isAllowedForSession: boolean;
  hasOneTimeApproval: boolean;
  /** Called only when nothing else decides. */
  messageVerdict: () => MessageVerdict;
  /** The developer can be asked now. */
  hasUi: boolean;
  toolCallId?: string;
}

/** What a client may know about the question; rpc-additions.md 5. */
export interface AuthorizationContext {
  kind: "authorization";
  command: string;
  effects: EffectClass[];
  operations: string[];
  targets: { path?: string; remote?: string }[];
  reason: AskReason;
  toolCallId?: string;
  allowSession: boolean;
}

/** `approval` uses up the one-time approval; `message` is recorded; `block` is recorded as pending. */
export type Decision =
  | { kind: "run"; because: "gate off" | "no effect" | "session" | "approval" | "message" }
  | { kind: "dialog"; title: string; message: string; context: AuthorizationContext }
  | { kind: "block"; text: string; reason: AskReason };

/** Whether a command runs, is asked about, or waits for the developer's next message. */
export function decide(input: DecisionInput): Decision {
  const { command, cwd, operations } = input;
  if (!input.isGateOn) return { kind: "run", because: "gate off" };
  if (operations.length === 0) return { kind: "run", because: "no effect" };
  if (input.isAllowedForSession) return { kind: "run", because: "session" };
  if (input.hasOneTimeApproval) return { kind: "run", because: "approval" };
  const verdict = input.messageVerdict();
  if (verdict.allowed) return { kind: "run", because: "message" };
  if (!input.hasUi) {
    return { kind: "block", text: pendingText(operations, command), reason: verdict.reason };
  }
  return {
    kind: "dialog",
    title: dialogTitle(operations),
    message: dialogMessage(operations, command, cwd),
    context: contextOf(input, verdict.reason),
  };
}

function contextOf(input: DecisionInput, reason: AskReason): AuthorizationContext {
  const { command, operations, toolCallId } = input;
  return {
    kind: "authorization",
    command,
    effects: effectClasses(operations),
    operations: [...new Set(operations.map(({ id }) => id))],
    targets: operations.flatMap((operation) =>
      operation.targets.flatMap((target) => place(operation, target)),
    ),
    reason,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    allowSession: !operations.some(({ targets }) => targets.some(({ isDangerous }) => isDangerous)),
  };
}

/** Targets that are neither files nor outside the machine (a table, a branch) have no place to show. */
function place(operation: Operation, { text }: OperationTarget): { path?: string; remote?: string }[] {
  if (/^(?:fs|git\.(?:checkout|restore))(?:\.|$)/u.test(operation.id)) return [{ path: text }];
  return operation.classes.includes("external") ? [{ remote: text }] : [];
}
