import type { MaskReason } from "../types.ts";

/** Where the exit status of a statement goes. */
export interface Flow {
  /** Why the statement's failure is not the whole command's; `undefined` when it is. */
  readonly masked: MaskReason | undefined;
  /** Why an `exit` of the shell that runs it is not the whole command's. */
  readonly exitMasked: MaskReason | undefined;
  /** `errexit` is without effect here: a condition, a negation, the left of `&&`. */
  readonly isGuarded: boolean;
  /** Its failure ends the shell by `errexit`; its status is not the status of the list around it. */
  readonly isByErrexit: boolean;
  /** `exit ${PIPESTATUS[0]}` follows: the status of a pipeline's first stage is the command's. */
  readonly isFirstStageRead: boolean;
  /** `test -z "$(...)"`: what it prints becomes a status. */
  readonly isOutputTested: boolean;
  /** The statement is only defined here, not run. */
  readonly isDefinition: boolean;
}

export const topFlow: Flow = {
  masked: undefined,
  exitMasked: undefined,
  isGuarded: false,
  isByErrexit: false,
  isFirstStageRead: false,
  isOutputTested: false,
  isDefinition: false,
};

/** The same place, but the status of the statement is lost there. */
export function mask(flow: Flow, reason: MaskReason): Flow {
  return { ...flow, masked: flow.masked ?? reason, isByErrexit: false, isFirstStageRead: false };
}

/** The status of the statement and of every `exit` in it is lost. */
export function maskAll(flow: Flow, reason: MaskReason): Flow {
  return { ...mask(flow, reason), exitMasked: flow.exitMasked ?? reason, isGuarded: true };
}

/** A shell of its own: its exit status is the status of the statement. */
export function insideShell(flow: Flow): Flow {
  return { ...flow, exitMasked: flow.masked, isGuarded: false, isByErrexit: false, isFirstStageRead: false };
}

/** The status reaches the command the way an `exit` does. */
export function byExit(flow: Flow): Flow {
  return { ...flow, masked: flow.exitMasked };
}

/** The status reaches the command because `errexit` ends the shell. */
export function byErrexit(flow: Flow): Flow {
  return { ...byExit(flow), isByErrexit: true };
}
