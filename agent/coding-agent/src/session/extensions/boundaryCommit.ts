import type { FinishTurnResult } from "@relay-harness/agent-core";
import type { AgentMessage, AssistantMessage, ToolResultMessage } from "@relay-harness/protocol";
import type { BoundaryBase, BoundaryProposal } from "../../extensions/boundaryDispatch.ts";
import type { DispatchOptions } from "../../extensions/dispatcher.ts";
import type { ExtensionRunner } from "../../extensions/extensionRunner.ts";
import type { BoundaryContext, SessionBoundaryDraft } from "../../extensions/types/boundary.ts";
import { appendDraft, checkDrafts, previewContext } from "./boundaries.ts";
import type { ExtendedSession } from "./sessionExtensions.ts";

export interface BoundariesDeps {
  runner: ExtensionRunner;
  session: () => ExtendedSession;
  dispatch: () => DispatchOptions;
}

export interface EndedTurn {
  turnIndex: number;
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
}

type Outcome = BoundaryBase["outcome"];

/** Asks the handlers of `turn_end` and `agent_before_settle`, and carries out what they propose. */
export class Boundaries {
  private readonly entryIds = new WeakMap<AgentMessage, string>();

  constructor(private readonly deps: BoundariesDeps) {}

  stored(message: AgentMessage, entryId: string): void {
    this.entryIds.set(message, entryId);
  }

  /** Before the public `turn_end`. */
  async turnEnd({ turnIndex, message, toolResults }: EndedTurn): Promise<FinishTurnResult> {
    const continues = await this.decide({
      type: "turn_end",
      turnIndex,
      message,
      toolResults,
      messageEntryId: this.entryIds.get(message) ?? "",
      toolResultEntryIds: toolResults.map((result) => this.entryIds.get(result) ?? ""),
      outcome: outcomeOf(message),
    });
    return continues ? { action: "continue" } : undefined;
  }

  /** True asks for one more request. */
  beforeSettle(outcome: "completed" | "error"): Promise<boolean> {
    return this.decide({ type: "agent_before_settle", outcome });
  }

  private async decide(base: BoundaryBase): Promise<boolean> {
    const { runner, dispatch } = this.deps;
    const preview = (drafts: readonly SessionBoundaryDraft[]): BoundaryContext => this.preview(drafts);
    const proposal = await runner.emitBoundary(base, preview, dispatch());
    if (!(await this.commit(proposal, base.type))) return false;
    if (!proposal.continue || base.outcome !== "completed") return false;
    if (this.preview([]).canContinue) return true;
    const problem = new Error("Cannot continue: there is no message or no model to send a request with");
    runner.runtime.report(proposal.extensionPath, base.type, problem);
    return false;
  }

  private preview(drafts: readonly SessionBoundaryDraft[]): BoundaryContext {
    const { sessionManager, agent, session } = this.deps.session();
    const { steering, followUp } = agent.peekQueuedMessages();
    return previewContext(sessionManager.getBranch(), drafts, {
      pendingMessages: [...steering, ...followUp],
      hasModel: session.model !== undefined,
    });
  }

  /** False when the drafts are not valid: then none of them is appended. */
  private async commit(
    { entries, extensionPath }: BoundaryProposal,
    event: BoundaryBase["type"],
  ): Promise<boolean> {
    const { sessionManager, events, contextTokens } = this.deps.session();
    try {
      checkDrafts(entries, sessionManager.getBranch());
    } catch (error) {
      this.deps.runner.runtime.report(extensionPath, event, error);
      return false;
    }
    for (const draft of entries) {
      const entry = appendDraft(sessionManager, draft, contextTokens);
      if (entry) await events.emit({ type: "entry_appended", entry });
    }
    return true;
  }
}

function outcomeOf({ stopReason }: AssistantMessage): Outcome {
  if (stopReason === "aborted") return "aborted";
  return stopReason === "error" ? "error" : "completed";
}
