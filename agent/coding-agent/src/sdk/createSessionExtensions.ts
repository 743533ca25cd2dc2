import type { LoadExtensionsResult as Loaded } from "../extensions/loadExtensions.ts";
import type { AnyExtensionTool } from "../extensions/types/tools.ts";
import type { LoadExtensionsResult } from "../resources/extensionLoading.ts";
import type { SessionExtensions } from "../session/extensions/sessionExtensions.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";

/**
 * The part of a session that its extensions reach; tools of the program get their context from it too.
 * `undefined`: there are neither.
 */
export async function createSessionExtensions(
  loaded: LoadExtensionsResult | undefined,
  customTools: readonly (AnyToolDefinition | AnyExtensionTool)[] = [],
): Promise<SessionExtensions | undefined> {
  const isEmpty = !loaded || (loaded.extensions.length === 0 && loaded.errors.length === 0);
  if (isEmpty && customTools.length === 0) return undefined;
  const [{ SessionExtensions }, { createExtensionRuntime }] = await Promise.all([
    import("../session/extensions/sessionExtensions.ts"),
    import("../extensions/runtime.ts"),
  ]);
  const none = { extensions: [], errors: [], runtime: createExtensionRuntime() };
  return new SessionExtensions({
    loaded: loaded && isComplete(loaded) ? loaded : none,
    customTools: customTools as readonly AnyToolDefinition[],
  });
}

/** A loader of the program's own may only tell what there is. */
function isComplete(loaded: LoadExtensionsResult): loaded is Loaded {
  return "runtime" in loaded;
}
