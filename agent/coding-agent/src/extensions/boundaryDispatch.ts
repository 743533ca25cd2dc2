import { isJsonObject } from "@relay-harness/protocol";
import type { DispatchOptions, Dispatcher } from "./dispatcher.ts";
import type { Extension } from "./extension.ts";
import type { AgentBeforeSettleEvent, TurnEndEvent } from "./types/agentEvents.ts";
import type { BoundaryContext, BoundaryFields, SessionBoundaryDraft } from "./types/boundary.ts";

type Filled = "entries" | "continue" | "context";

/** A boundary without what its handlers fill in. */
export type BoundaryBase = Omit<TurnEndEvent, Filled> | Omit<AgentBeforeSettleEvent, Filled>;

/** What the handlers propose, not checked yet. */
export interface BoundaryProposal {
  entries: SessionBoundaryDraft[];
  continue: boolean;
  /** Of the extension that last proposed something. */
  extensionPath: string;
}

/** Chains the handlers of a boundary: each sees the proposal so far, and the context it would give. */
export async function dispatchBoundary(
  dispatcher: Dispatcher,
  base: BoundaryBase,
  buildContext: (entries: readonly SessionBoundaryDraft[]) => BoundaryContext,
  options: DispatchOptions,
): Promise<BoundaryProposal> {
  const proposal: BoundaryProposal = { entries: [], continue: false, extensionPath: "<runtime>" };
  const fields = (): Pick<BoundaryFields, Filled> => ({
    entries: [...proposal.entries],
    continue: proposal.continue,
    context: buildContext(proposal.entries),
  });
  const take = (extension: Extension, value: unknown): void => {
    if (!isJsonObject(value)) return;
    if (value.entries !== undefined) {
      if (!Array.isArray(value.entries)) throw new TypeError("The returned entries must be an array");
      proposal.entries = value.entries as SessionBoundaryDraft[];
      proposal.extensionPath = extension.path;
    }
    if (typeof value.continue === "boolean") {
      proposal.continue = value.continue;
      proposal.extensionPath = extension.path;
    }
  };
  await dispatcher.run(
    base.type,
    // The union of both events: each handler of a type gets its own.
    () => ({ ...base, ...fields() }) as TurnEndEvent & AgentBeforeSettleEvent,
    (outcome) => {
      try {
        if (outcome.ok) take(outcome.extension, outcome.value);
      } catch (error) {
        dispatcher.report(outcome.extension, base.type, error);
      }
      return "go-on";
    },
    options,
  );
  return proposal;
}
