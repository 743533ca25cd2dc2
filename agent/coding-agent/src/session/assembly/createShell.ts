import type { CreateSessionOptions } from "../createSession.ts";
import type { Activity } from "../activity.ts";
import { DirectShell } from "../directShell.ts";
import type { SessionEvents } from "../events.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";

/** What the developer's own commands run in. */
export function createShell(
  { sessionManager, settings, agentDir }: CreateSessionOptions,
  activity: Activity,
  events: SessionEvents,
  extensions: () => SessionExtensions | undefined,
): DirectShell {
  return new DirectShell(
    async (command, { signal, onData, operations }) => {
      const { runDirectCommand } = await import("../../base/shell/directCommand.ts");
      return runDirectCommand(command, {
        cwd: sessionManager.getCwd(),
        agentDir,
        commandPrefix: settings.get("shellCommandPrefix"),
        shellPath: settings.get("shellPath"),
        operations,
        signal,
        onChunk: onData,
      });
    },
    (message) => activity.recordShell(message),
    events,
    async (...args) => extensions()?.askShell?.(...args),
  );
}
