import { isAbsolute, resolve, dirname } from "node:path";
import { isJsonObject } from "@relay-harness/protocol";
import type { DispatchOptions, Dispatcher } from "./dispatcher.ts";
import type { Extension } from "./extension.ts";
import type { ExtensionEventMap, ExtensionResultOf } from "./types/eventMap.ts";
import type { ResourcesDiscoverEvent } from "./types/sessionEvents.ts";

type GateName =
  "session_before_switch" | "session_before_fork" | "session_before_compact" | "session_before_tree";

/** A cancellation ends the dispatch; else the last object that a handler returned counts as a whole. */
export async function dispatchGate<K extends GateName>(
  dispatcher: Dispatcher,
  event: ExtensionEventMap[K][0] & { type: K },
  options?: DispatchOptions,
): Promise<ExtensionResultOf<K> | undefined> {
  let last: ExtensionResultOf<K> | undefined;
  await dispatcher.run(
    event.type,
    () => event,
    (outcome) => {
      if (!outcome.ok || !isJsonObject(outcome.value)) return "go-on";
      last = outcome.value;
      return outcome.value.cancel === true ? "stop" : "go-on";
    },
    options,
  );
  return last;
}

/** A path that an extension named, with the extension. */
export interface DiscoveredPath {
  path: string;
  extensionPath: string;
}

export interface DiscoveredResources {
  skillPaths: DiscoveredPath[];
  promptPaths: DiscoveredPath[];
  themePaths: DiscoveredPath[];
}

/** Collects the paths of all handlers. */
export async function dispatchResourcesDiscover(
  dispatcher: Dispatcher,
  event: ResourcesDiscoverEvent,
): Promise<DiscoveredResources> {
  const found: DiscoveredResources = { skillPaths: [], promptPaths: [], themePaths: [] };
  await dispatcher.run(
    "resources_discover",
    () => event,
    (outcome) => {
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (!isJsonObject(result)) return "go-on";
      for (const kind of ["skillPaths", "promptPaths", "themePaths"] as const) {
        for (const path of textsOf(result[kind])) {
          const { extension } = outcome;
          found[kind].push({ path: absolutePath(extension, event.cwd, path), extensionPath: extension.path });
        }
      }
      return "go-on";
    },
  );
  return found;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Relative paths count from the extension's folder, those of inline ones from the session's. */
function absolutePath({ resolvedPath }: Extension, cwd: string, path: string): string {
  return resolve(isAbsolute(resolvedPath) ? dirname(resolvedPath) : cwd, path);
}
