import type { CreateSessionOptions } from "../createSession.ts";
import type { SessionEnvironment } from "../../tools/context.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";
import type { ModelControl } from "../modelControl.ts";
import type { RunSupport } from "../runSupport.ts";
import type { SessionResources } from "../sessionResources.ts";

/** What a run needs of the rest of its session. */
export interface RunSurroundings {
  models: ModelControl;
  resources: SessionResources;
  isAligned: () => boolean;
  extensions: () => SessionExtensions | undefined;
}

/** Tools and prompt: loaded for the first run, or for extensions. */
export async function loadRunSupport(
  options: CreateSessionOptions,
  { models, resources, isAligned, extensions }: RunSurroundings,
): Promise<RunSupport> {
  const [{ RunSupport }, loaded] = await Promise.all([import("../runSupport.ts"), resources.load()]);
  const { sessionManager } = options;
  const sessionEnvironment = (): SessionEnvironment => ({
    RELAY_SESSION_ID: sessionManager.getSessionId(),
    RELAY_SESSION_FILE: sessionManager.getSessionFile(),
    RELAY_PROVIDER: models.model?.provider,
    RELAY_MODEL: models.model?.id,
    RELAY_REASONING_LEVEL: models.thinkingLevel,
  });
  const cwd = sessionManager.getCwd();
  const toolSet = extensions()?.tools;
  return new RunSupport({
    ...options,
    resources: loaded,
    cwd,
    sessionEnvironment,
    toolSet,
    isAligned,
  });
}
