import { withUiPlaceholders } from "./uiPlaceholders.ts";

type Namespace = Record<string, unknown>;

/**
 * Relay's own packages for extensions: the instances of this process, whatever lies in an extension's
 * `node_modules`, also when the process runs from a bundle (extension-api.md §1).
 */
const packages: Readonly<Record<string, () => Promise<unknown>>> = {
  "@relay-harness/coding-agent": async () => withUiPlaceholders(await import("../index.ts")),
  "@relay-harness/ai": () => import("./hostAi.ts"),
  // Older paths to parts of the same.
  "@relay-harness/ai/compat": () => import("./hostAi.ts"),
  "@relay-harness/ai/models": () => import("./hostAi.ts"),
  "@relay-harness/ai/oauth": () => import("./hostAi.ts"),
  "@relay-harness/ai/providers/all": () => import("./hostAi.ts"),
  "@relay-harness/tui": () => import("./tui/hostTui.ts"),
  "@relay-harness/agent-core": () => import("@relay-harness/agent-core"),
  "@relay-harness/protocol": () => import("@relay-harness/protocol"),
  typebox: () => import("typebox"),
  "typebox/compile": () => import("typebox/compile"),
  "typebox/value": () => import("typebox/value"),
  "@sinclair/typebox": () => import("@sinclair/typebox"),
};

/** Namespaces by name, once they are loaded; those of a process never change. */
const loaded = new Map<string, Namespace>();

/**
 * The packages as a loader of modules looks them up. Most extensions import one or two of them, and the others
 * take longer to load than twenty extensions: each is loaded when it is imported. An `import` waits for it, a
 * `require` cannot: `wasRequired` then tells, and everything has to be evaluated anew after `loadAll`.
 */
export class HostModules {
  readonly modules: Record<string, unknown> = {};
  private readonly asked = new Set<Asked>();

  constructor() {
    for (const name of Object.keys(packages)) {
      Object.defineProperty(this.modules, name, { enumerable: true, get: () => this.look(name) });
    }
  }

  /** Whether a package was looked up by something that did not wait for it. */
  get wasRequired(): boolean {
    return [...this.asked].some(({ isAwaited }) => !isAwaited);
  }

  async loadAll(): Promise<void> {
    this.asked.clear();
    await Promise.all(Object.keys(packages).map(load));
  }

  private look(name: string): unknown {
    const namespace = loaded.get(name);
    if (namespace) return namespace;
    const asked: Asked = { isAwaited: false };
    this.asked.add(asked);
    return awaitedOnly(load(name), asked);
  }
}

interface Asked {
  isAwaited: boolean;
}

async function load(name: string): Promise<Namespace> {
  const namespace = (await packages[name]?.()) as Namespace;
  loaded.set(name, namespace);
  return namespace;
}

/** Remembers whether anybody waits for it. No promise: `await` does not ask one of those for its `then`. */
function awaitedOnly(promise: Promise<Namespace>, asked: Asked): PromiseLike<Namespace> {
  return {
    then: (fulfilled, rejected) => {
      asked.isAwaited = true;
      return promise.then(fulfilled, rejected);
    },
  };
}
