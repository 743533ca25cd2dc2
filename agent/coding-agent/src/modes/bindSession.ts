import type { ExtensionMode, SessionOperations } from "../extensions/types/context.ts";
import type { ExtensionUIContext } from "../extensions/types/ui.ts";
import type { AgentSession } from "../session/agentSession.ts";
import type { SessionRuntime } from "../session/agentSessionRuntime.ts";
import type { HarnessClient } from "../session/harness/sessionHarness.ts";

export interface ModeBindings {
  mode: ExtensionMode;
  /** What extensions show and ask with, anew for each session; absent: nobody can be asked. */
  createUi?: () => Promise<{ ui: ExtensionUIContext; close?: () => void }>;
  /** How the harness asks and warns; absent: nobody can be asked. */
  harness?: HarnessClient;
  /** What `ctx.shutdown()` does. */
  shutdown?: () => void;
}

/**
 * Lets harness and extensions of the current session, and of each that takes its place, reach what the mode
 * offers.
 */
export async function bindSession(runtime: SessionRuntime, bindings: ModeBindings): Promise<void> {
  const bind = async (session: AgentSession): Promise<void> => {
    if (session.harness && bindings.harness) session.harness.client = bindings.harness;
    if (!session.extensionRunner) return;
    const shown = await bindings.createUi?.();
    await session.bindExtensions({
      mode: bindings.mode,
      ...(shown && { uiContext: shown.ui, endUi: shown.close }),
      shutdownHandler: bindings.shutdown,
      commandContextActions: sessionOperations(runtime, shown?.ui),
    });
  };
  runtime.setRebindSession(bind);
  await bind(runtime.session);
}

/** Replacements that a command asks for; it goes on in the session that comes out. */
function sessionOperations(
  runtime: SessionRuntime,
  ui: ExtensionUIContext | undefined,
): Pick<SessionOperations, "newSession" | "switchSession" | "fork" | "reload"> {
  type WithSession = NonNullable<Parameters<SessionOperations["switchSession"]>[1]>["withSession"];
  const goOn = (withSession: WithSession): { withSession?: () => void | Promise<void> } =>
    withSession ? { withSession: () => withSession(runtime.session.createReplacedSessionContext()) } : {};
  return {
    newSession: ({ withSession, ...options } = {}) =>
      runtime.newSession({ ...options, ...goOn(withSession) }),
    switchSession: (path, { withSession } = {}) => runtime.switchSession(path, goOn(withSession)),
    fork: async (entryId, { position, withSession } = {}) => {
      const { cancelled, selectedText } = await runtime.fork(entryId, { position, ...goOn(withSession) });
      if (!cancelled && selectedText !== undefined) ui?.setEditorText(selectedText);
      return { cancelled };
    },
    reload: () => runtime.reload(),
  };
}
