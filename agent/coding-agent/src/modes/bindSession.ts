import type { RpcOnlyEvent } from "@relay-harness/protocol";
import type { ExtensionMode, SessionOperations } from "../extensions/types/context.ts";
import type { ExtensionUIContext } from "../extensions/types/ui.ts";
import type { AgentSession } from "../session/agentSession.ts";
import type { ReloadSteps, SessionRuntime } from "../session/agentSessionRuntime.ts";
import type { ExtensionBindings } from "../session/extensions/extensionBindings.ts";
import type { HarnessClient } from "../session/harness/sessionHarness.ts";
import { tellChanges } from "../session/tellChanges.ts";

export interface ModeBindings {
  mode: ExtensionMode;
  /** What extensions show and ask with, anew for each session; absent: nobody can be asked. */
  createUi?: () => Promise<{ ui: ExtensionUIContext; close?: () => void }>;
  /** How the harness asks and warns; absent: nobody can be asked. */
  harness?: HarnessClient;
  /** Shows what a command of Relay's own has to say; absent: as a line of diagnostics. */
  show?: (text: string) => void;
  /** Keeps what comes from outside back while an extension replaces the session; returns what ends that. */
  hold?: () => () => void;
  /** What `ctx.shutdown()` does. */
  shutdown?: () => void;
}

/**
 * Lets harness and extensions of the current session, and of each that takes its place, reach what the mode
 * offers.
 */
export async function bindSession(runtime: SessionRuntime, bindings: ModeBindings): Promise<void> {
  const bind = async (session: AgentSession): Promise<void> => {
    if (bindings.show) session.hostCommands.show = bindings.show;
    session.harnessCore?.bind(bindings.harness);
    const ofSession = async (): Promise<ExtensionBindings> => {
      const shown = await bindings.createUi?.();
      return {
        mode: bindings.mode,
        ...(shown && { uiContext: shown.ui, endUi: shown.close }),
        shutdownHandler: bindings.shutdown,
        commandContextActions: sessionOperations(runtime, { ui: shown?.ui, hold: bindings.hold }),
      };
    };
    session.bindingsOfJoined = ofSession;
    if (session.extensionRunner) await session.bindExtensions(await ofSession());
  };
  runtime.setRebindSession(bind);
  await bind(runtime.session);
}

/** Replacements that a command asks for; it goes on in the session that comes out. */
function sessionOperations(
  runtime: SessionRuntime,
  { ui, hold }: { ui: ExtensionUIContext | undefined; hold: ModeBindings["hold"] },
): Pick<SessionOperations, "newSession" | "switchSession" | "fork" | "reload"> {
  type WithSession = NonNullable<Parameters<SessionOperations["switchSession"]>[1]>["withSession"];
  const goOn = (withSession: WithSession): { withSession?: () => void | Promise<void> } =>
    withSession ? { withSession: () => withSession(runtime.session.createReplacedSessionContext()) } : {};
  /** Tells whoever listens: nobody but the extension asked for it. */
  const told = async <T>(work: (steps: ReloadSteps) => Promise<T>): Promise<T> => {
    let letGo: (() => void) | undefined;
    const end = (): void => letGo?.();
    try {
      return await work({
        onReplacing: () => (letGo = hold?.()),
        onReplaced: async (session, reason) => {
          await session.announce(sessionReplaced(session, reason));
          end();
        },
      });
    } finally {
      end();
    }
  };
  /** Another session may have other settings and resources; a reload tells of them itself. */
  const compared = async <T>(work: (steps: ReloadSteps) => Promise<T>): Promise<T> => {
    const before = await runtime.session.loadedState();
    return told((steps) =>
      work({
        ...steps,
        onReplaced: async (session, reason) => {
          await tellChanges(session, before, (event) => session.announce(event));
          await steps.onReplaced?.(session, reason);
        },
      }),
    );
  };
  return {
    newSession: ({ withSession, ...options } = {}) =>
      compared((steps) => runtime.newSession({ ...options, ...steps, ...goOn(withSession) })),
    switchSession: (path, { withSession } = {}) =>
      compared((steps) => runtime.switchSession(path, { ...steps, ...goOn(withSession) })),
    fork: async (entryId, { position, withSession } = {}) => {
      const { cancelled, selectedText } = await compared((steps) =>
        runtime.fork(entryId, { position, ...steps, ...goOn(withSession) }),
      );
      if (!cancelled && selectedText !== undefined) ui?.setEditorText(selectedText);
      return { cancelled };
    },
    reload: () => told((steps) => runtime.reload(steps)),
  };
}

function sessionReplaced(
  session: AgentSession,
  reason: "new" | "resume" | "fork" | "reload",
): Extract<RpcOnlyEvent, { type: "session_replaced" }> {
  const { sessionId, sessionFile } = session;
  return {
    type: "session_replaced",
    reason,
    sessionId,
    ...(sessionFile !== undefined && { sessionFile }),
    cwd: session.sessionManager.getCwd(),
  };
}
