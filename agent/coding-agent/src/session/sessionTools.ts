import type { SessionEntry, SourceInfo } from "@relay-harness/protocol";
import type { ExtensionRunner } from "../extensions/extensionRunner.ts";
import type { ToolInfo } from "../extensions/types/tools.ts";
import { builtinToolNames } from "../tools/builtinTools.ts";
import type { AnyToolDefinition, ToolExposure, ToolLoadout } from "../tools/definition.ts";
import type { RunTools } from "./runSupport.ts";
import { isActiveByDefault, type StartTools } from "./selectTools.ts";

export interface SessionToolsDeps {
  runner: Pick<ExtensionRunner, "getTools"> & { runtime: Pick<ExtensionRunner["runtime"], "report"> };
  /** Of the program; they stand above those of extensions. */
  customTools: readonly AnyToolDefinition[];
  /** Gives the `execute` of a tool its context. */
  withContext: (definition: AnyToolDefinition) => AnyToolDefinition;
  /** The active branch, oldest first. */
  branch: () => readonly SessionEntry[];
  /** Tools that the active branch declares; `undefined` before its first request. */
  declaredNames: () => readonly string[] | undefined;
}

interface Registered {
  definition: AnyToolDefinition;
  sourceInfo: SourceInfo;
}

/** Lists that are derived from what is registered and active. */
interface Derived {
  registered: Map<string, Registered>;
  active: AnyToolDefinition[];
  declared: AnyToolDefinition[];
  hidden: string[];
}

/** The tools of a session: what is registered, what is active, what requests declare. */
export class SessionTools implements RunTools {
  private startTools: StartTools | undefined;
  private names: string[] = [];
  /** Of the branch's set, not registered yet: they become active when they are. */
  private awaited = new Set<string>();
  private derived: Derived | undefined;
  private readonly bound = new WeakMap<object, AnyToolDefinition>();

  constructor(private readonly deps: SessionToolsDeps) {}

  get added(): AnyToolDefinition[] {
    return [...this.addedTools().values()].map(({ definition }) => definition);
  }

  start(tools: StartTools): void {
    this.startTools = tools;
    const usable = tools.active.filter(({ exposure }) => exposure !== "hidden");
    this.change(usable.map(({ name }) => name));
    this.restore();
  }

  get active(): AnyToolDefinition[] {
    return this.lists.active;
  }

  get declared(): AnyToolDefinition[] {
    return this.lists.declared;
  }

  /** Active ones that requests do not declare. */
  get hiddenNames(): string[] {
    return this.lists.hidden;
  }

  /** What other tools can call. */
  get callable(): AnyToolDefinition[] {
    return [...this.lists.registered.values()]
      .map(({ definition }) => definition)
      .filter((definition) => this.isCallable(definition));
  }

  getActiveNames(): string[] {
    return this.active.map(({ name }) => name);
  }

  /** Unknown, hidden and forbidden names do not count; tools that stay keep their places. */
  setActive(wanted: readonly string[]): void {
    const usable = [...new Set(wanted)].filter((name) => this.mayBeActive(name));
    const removesSome = this.names.some((name) => !usable.includes(name));
    if (removesSome) this.awaited.clear();
    this.change([
      ...this.names.filter((name) => usable.includes(name)),
      ...usable.filter((name) => !this.names.includes(name)),
    ]);
  }

  /** A tool was registered, or registered anew. */
  registered(name: string): void {
    this.derived = undefined;
    const found = this.lists.registered.get(name);
    if (!found || !this.startTools) return;
    const { definition } = found;
    if (definition.exposure === "hidden") {
      this.change(this.names.filter((other) => other !== name));
      return;
    }
    const joins =
      this.awaited.delete(name) || (isActiveByDefault(definition) && !this.startTools.isExclusive);
    if (joins && !this.names.includes(name) && this.mayBeActive(name)) this.change([...this.names, name]);
  }

  /** The next run starts: what has not been registered by now is given up. */
  stopWaiting(): void {
    this.awaited.clear();
  }

  /** Takes over the set of the active branch, which says what was active. */
  restore(): void {
    const declared = this.deps.declaredNames();
    if (!declared || !this.startTools || this.startTools.isExclusive) return;
    const mentioned = mentionedTools(this.deps.branch());
    const fresh = [...this.deps.runner.getTools()]
      .filter(([name, { definition }]) => !mentioned.has(name) && isActiveByDefault(definition))
      .map(([name]) => name);
    this.derived = undefined;
    this.awaited = new Set(declared.filter((name) => !this.lists.registered.has(name)));
    this.change([...new Set([...declared, ...fresh])].filter((name) => this.mayBeActive(name)));
  }

  infos(): ToolInfo[] {
    return [...this.lists.registered.values()].map(({ definition, sourceInfo }) => {
      const { name, description, parameters, promptGuidelines, namespace, annotations, reachesTools } =
        definition;
      return {
        name,
        description,
        parameters,
        ...(promptGuidelines && { promptGuidelines }),
        exposure: definition.exposure ?? "direct",
        ...(namespace && { namespace }),
        ...(annotations && { annotations }),
        ...(reachesTools && { reachesTools }),
        sourceInfo,
      };
    });
  }

  private get lists(): Derived {
    this.derived ??= this.derive();
    return this.derived;
  }

  private derive(): Derived {
    const registered = this.registeredTools();
    const active = this.names.flatMap((name) => registered.get(name)?.definition ?? []);
    return { registered, active, ...this.loadout(registered, active) };
  }

  private change(names: string[]): void {
    this.names = names;
    this.derived = undefined;
  }

  private mayBeActive(name: string): boolean {
    const { startTools } = this;
    if (startTools && !startTools.allows(name)) return false;
    return this.lists.registered.has(name) && this.exposureOf(name) !== "hidden";
  }

  private exposureOf(name: string): ToolExposure {
    return this.lists.registered.get(name)?.definition.exposure ?? "direct";
  }

  private isCallable({ name, exposure = "direct" }: AnyToolDefinition): boolean {
    if (exposure === "direct") return this.names.includes(name);
    return exposure === "codemode" || exposure === "deferred";
  }

  private registeredTools(): Map<string, Registered> {
    const tools = new Map<string, Registered>();
    for (const name of builtinToolNames) {
      const definition = this.startTools?.builtinTool(name);
      if (definition)
        tools.set(name, { definition, sourceInfo: syntheticSource(`builtin:${name}`, "builtin") });
    }
    for (const [name, tool] of this.addedTools()) tools.set(name, tool);
    return tools;
  }

  private addedTools(): Map<string, Registered> {
    const tools = new Map<string, Registered>();
    for (const [name, { definition, extension }] of this.deps.runner.getTools()) {
      // The context that `execute` asks for is given by what wraps it.
      const tool = definition as unknown as AnyToolDefinition;
      tools.set(name, { definition: this.bind(tool), sourceInfo: extension.sourceInfo });
    }
    for (const definition of this.deps.customTools) {
      const { name } = definition;
      tools.set(name, {
        definition: this.bind(definition),
        sourceInfo: syntheticSource(`sdk:${name}`, "sdk"),
      });
    }
    return tools;
  }

  /** The same object for the same definition: a list that did not change must look so. */
  private bind(definition: AnyToolDefinition): AnyToolDefinition {
    const bound = this.bound.get(definition) ?? this.deps.withContext(definition);
    this.bound.set(definition, bound);
    return bound;
  }

  /** Lets active tools change what the model sees of the others. */
  private loadout(
    registered: ReadonlyMap<string, Registered>,
    active: AnyToolDefinition[],
  ): Pick<Derived, "declared" | "hidden"> {
    const descriptions = new Map<string, string>();
    const hidden = new Set<string>();
    const all = [...registered.values()].map(({ definition }) => definition);
    const loadout: ToolLoadout = {
      declared: active,
      callable: all.filter((definition) => this.isCallable(definition)),
      registered: all,
      getExposure: (name) => registered.get(name)?.definition.exposure ?? "direct",
      getNamespace: (name) => registered.get(name)?.definition.namespace,
      getPromptGuidelines: (name) => registered.get(name)?.definition.promptGuidelines ?? [],
    };
    for (const { name, prepareLoadout } of active) {
      if (!prepareLoadout) continue;
      try {
        const change = prepareLoadout(loadout);
        for (const [tool, text] of Object.entries(change?.descriptions ?? {})) descriptions.set(tool, text);
        for (const tool of change?.hiddenDeclarations ?? []) hidden.add(tool);
      } catch (error) {
        this.deps.runner.runtime.report(`tool:${name}`, "prepare_loadout", error);
      }
    }
    if (descriptions.size === 0 && hidden.size === 0) return { declared: active, hidden: [] };
    const declared = active
      .filter(({ name }) => !hidden.has(name))
      .map((tool) => ({ ...tool, description: descriptions.get(tool.name) ?? tool.description }));
    return { declared, hidden: active.map(({ name }) => name).filter((name) => hidden.has(name)) };
  }
}

function syntheticSource(path: string, source: string): SourceInfo {
  return { path, source, scope: "temporary", origin: "top-level" };
}

/** Tools that any system message of a branch adds or removes. */
function mentionedTools(branch: readonly SessionEntry[]): Set<string> {
  const names = new Set<string>();
  for (const entry of branch) {
    const message =
      entry.type === "compaction" ? entry.systemMessage : entry.type === "message" && entry.message;
    if (!message || message.role !== "system") continue;
    for (const { name } of [...(message.toolsAdded ?? []), ...(message.toolsRemoved ?? [])]) names.add(name);
  }
  return names;
}
