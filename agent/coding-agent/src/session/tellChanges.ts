import type { RpcOnlyEvent } from "@relay-harness/protocol";
import type { AgentSession } from "./agentSession.ts";
import type { LoadedState } from "./loadedState.ts";

/** Tells what of settings and resources is another than before; nothing when all of it is the same. */
export async function tellChanges(
  session: Pick<AgentSession, "loadedState">,
  before: LoadedState,
  emit: (event: RpcOnlyEvent) => void | Promise<void>,
): Promise<void> {
  const [after, { changedKeys }] = await Promise.all([
    session.loadedState({ loads: before.resources.size > 0 }),
    import("./loadedState.ts"),
  ]);
  const keys = changedKeys(before.settings, after.settings);
  if (keys.length > 0) await emit({ type: "settings_changed", keys });
  const kinds = changedKeys(before.resources, after.resources);
  if (kinds.length > 0) await emit({ type: "resources_changed", kinds });
}
