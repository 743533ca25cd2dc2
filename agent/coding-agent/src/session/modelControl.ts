import {
  clampThinkingLevel,
  cycleModel,
  isSameModel,
  nextThinkingLevel,
  supportedThinkingLevels,
  type ScopeEntry,
} from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { noModelSelectedMessage, noModelsMessage, RefusalError } from "./errors.ts";
import type { SessionEvents } from "./events.ts";

/** What model selection needs of the model runtime. */
export interface ModelCatalog {
  findModel(provider: string, modelId: string): Promise<Model | undefined>;
  /** Chat models whose provider has credentials; loads them. */
  listAvailable(): Promise<Model[]>;
  hasUsableProvider(): boolean;
  hasConfiguredAuth(provider: string): boolean;
}

export interface ModelControlDeps {
  catalog: ModelCatalog;
  events: SessionEvents;
  /** Level that `modelThinkingLevels` sets for a model. */
  configuredLevel: (model: Model) => ThinkingLevel | undefined;
  recordModel: (model: Model) => void;
  recordThinkingLevel: (level: ThinkingLevel) => void;
  /** Told after a change of the model. */
  onModelSelect?: (change: ModelSelection) => void | Promise<void>;
}

/** A change of the selected model. */
export interface ModelSelection {
  model: Model;
  previousModel: Model | undefined;
  source: "set" | "cycle";
}

export interface ModelChoice {
  model: Model;
  thinkingLevel: ThinkingLevel;
  isScoped: boolean;
}

/** Selected model and thinking level of one session, and how they change (models.md §8). */
export class ModelControl {
  private selected: Model | undefined;
  private level: ThinkingLevel;
  /** Kept across models, so that a model without thinking does not turn it off for good. */
  private preferred: ThinkingLevel;
  private scope: readonly ScopeEntry[] = [];

  constructor(
    private readonly deps: ModelControlDeps,
    initial: { model?: Model; preferredLevel: ThinkingLevel; scope?: readonly ScopeEntry[] },
  ) {
    this.selected = initial.model;
    this.preferred = initial.preferredLevel;
    this.level = initial.model
      ? clampThinkingLevel(initial.model, initial.preferredLevel)
      : initial.preferredLevel;
    this.scope = initial.scope ?? [];
  }

  get model(): Model | undefined {
    return this.selected;
  }

  get thinkingLevel(): ThinkingLevel {
    return this.level;
  }

  /** The level that was asked for last, whatever the selected model made of it. */
  get preferredThinkingLevel(): ThinkingLevel {
    return this.preferred;
  }

  get scopedModels(): readonly ScopeEntry[] {
    return this.scope;
  }

  setScope(scope: readonly ScopeEntry[]): void {
    this.scope = scope;
  }

  /** The model that a prompt can be sent to; throws with the texts of rpc.md §4.1 step 6. */
  require(): Model {
    if (!this.selected) {
      const code = this.deps.catalog.hasUsableProvider() ? "no_model_selected" : "no_models";
      throw new RefusalError(code, code === "no_models" ? noModelsMessage : noModelSelectedMessage);
    }
    this.requireCredentials(this.selected);
    return this.selected;
  }

  /** Exact provider and id. Throws when it is unknown or without credentials. Session only. */
  async select(provider: string, modelId: string): Promise<Model> {
    const model = await this.deps.catalog.findModel(provider, modelId);
    if (!model) throw new RefusalError("model_not_found", `Model not found: ${provider}/${modelId}`);
    await this.use(model);
    return model;
  }

  /** Throws when the model is without credentials. Session only. */
  async use(model: Model): Promise<void> {
    this.requireCredentials(model);
    const scoped = this.scope.find((entry) => isSameModel(entry.model, model));
    await this.apply(model, scoped?.thinkingLevel, "set");
  }

  /** Next model of the scope, else of the available ones; `undefined` when there is no other. */
  async cycle(direction: "forward" | "backward" = "forward"): Promise<ModelChoice | undefined> {
    const lists = { scope: this.scope, available: await this.deps.catalog.listAvailable() };
    const next = cycleModel(this.selected, lists, direction);
    if (!next) return undefined;
    await this.apply(next.model, next.thinkingLevel, "cycle");
    return { model: next.model, thinkingLevel: this.level, isScoped: next.isScoped };
  }

  /** Clamped to the model. Recorded and announced only when the effective level changes. */
  setThinkingLevel(level: ThinkingLevel): void | Promise<void> {
    this.preferred = level;
    return this.updateLevel();
  }

  /** Next supported level, wrapping; `undefined` for models without thinking. */
  async cycleThinkingLevel(): Promise<ThinkingLevel | undefined> {
    const next = this.selected && nextThinkingLevel(this.selected, this.level);
    if (next) await this.setThinkingLevel(next);
    return next;
  }

  availableThinkingLevels(): ThinkingLevel[] {
    return this.selected ? supportedThinkingLevels(this.selected) : ["off"];
  }

  private requireCredentials(model: Model): void {
    if (this.deps.catalog.hasConfiguredAuth(model.provider)) return;
    throw new RefusalError(
      "no_api_key",
      `No API key found for ${model.provider}. Use /login or set the provider's API key.`,
    );
  }

  private async apply(
    model: Model,
    scopeLevel: ThinkingLevel | undefined,
    source: ModelSelection["source"],
  ): Promise<void> {
    const previousModel = this.selected;
    const isChange = !previousModel || !isSameModel(previousModel, model);
    this.selected = model;
    if (isChange) this.deps.recordModel(model);
    this.preferred = scopeLevel ?? this.deps.configuredLevel(model) ?? this.preferred;
    await this.updateLevel();
    if (!isChange) return;
    await this.deps.events.emit({ type: "model_changed", model, thinkingLevel: this.level });
    await this.deps.onModelSelect?.({ model, previousModel, source });
  }

  private updateLevel(): void | Promise<void> {
    const level = this.selected ? clampThinkingLevel(this.selected, this.preferred) : this.preferred;
    if (level === this.level) return;
    this.level = level;
    this.deps.recordThinkingLevel(level);
    return this.deps.events.emit({ type: "thinking_level_changed", level });
  }
}
