import { virtualApi, type ModelRuntime } from "@relay-harness/ai";
import type { Model } from "@relay-harness/protocol";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { ModelRouter, ModelRouterDeps, RoutedModel, RouteQuestion } from "./modelRouter.ts";

export interface RoutingDeps extends ModelRouterDeps {
  modelRuntime: ModelRuntime;
  sessionManager: SessionManager;
  selected: () => Model | undefined;
}

/** Which physical model stands behind a selected virtual one. What asks it is loaded with the first request. */
export class Routing {
  private router: ModelRouter | undefined;
  /** Of the request that is about to be sent. */
  private pending: Model | undefined;

  constructor(private readonly deps: RoutingDeps) {}

  /** The selected model is virtual. */
  get isVirtual(): boolean {
    return this.deps.selected()?.api === virtualApi;
  }

  /** The model that answered last for a virtual one; `undefined` for a physical one, and before an answer. */
  get routedModel(): Model | undefined {
    if (!this.isVirtual) return undefined;
    const { modelRuntime, sessionManager } = this.deps;
    const { model } = sessionManager.getSelection();
    return model && modelRuntime.getPhysicalModel(model.provider, model.modelId);
  }

  /** The model whose limits count. */
  limits(): Model | undefined {
    return this.pending ?? this.routedModel ?? this.deps.selected();
  }

  /** Chooses the model of a request, and makes room for it in `makeRoom`, which sees its limits. */
  async route(question: RouteQuestion, makeRoom: () => Promise<void>): Promise<RoutedModel> {
    if (!this.router) {
      const { ModelRouter } = await import("./modelRouter.ts");
      this.router = new ModelRouter(this.deps);
    }
    const routed = await this.router.route(question);
    this.pending = routed.model;
    try {
      await makeRoom();
    } finally {
      this.pending = undefined;
    }
    return routed;
  }
}
