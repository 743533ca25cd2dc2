import { window } from "vscode";
import type { Model } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";
import { pickMany, pickOne } from "./ask.ts";
import type { CommandGroup } from "./command.ts";

/** Models and thinking levels. */
export const modelCommands = {
  "relay.selectModel": async (host) => {
    const session = await host.startedSession();
    const { models, scoped = [] } = await session.request({ type: "get_available_models" });
    const rank = ({ provider, id }: Model): number => {
      const index = scoped.findIndex((entry) => entry.provider === provider && entry.id === id);
      return index === -1 ? scoped.length : index;
    };
    const current = session.state.models.current;
    const items = [...models]
      .sort((left, right) => rank(left) - rank(right))
      .map((model) => ({
        label: model.name,
        description: `${model.provider}/${model.id}${isSame(model, current) ? ` (${localize("current")})` : ""}`,
        detail: describeModel(model),
        value: model,
      }));
    const model = await pickOne(localize("Select Model"), items);
    if (model) await session.request({ type: "set_model", provider: model.provider, modelId: model.id });
  },
  "relay.scopedModels": async (host) => {
    const session = await host.startedSession();
    const { models, scoped = [] } = await session.request({ type: "get_available_models" });
    const items = models.map((model) => ({
      label: model.name,
      description: `${model.provider}/${model.id}`,
      picked: scoped.some((entry) => isSame(model, entry)),
      value: { provider: model.provider, id: model.id },
    }));
    const chosen = await pickMany(localize("Models to cycle through, for this session"), items);
    if (chosen) await session.request({ type: "set_scoped_models", models: chosen });
  },
  "relay.nextModel": async (host) => {
    const result = await (await host.startedSession()).request({ type: "cycle_model" });
    host.inform(
      result ? localize("Model: {0}", result.model.name) : localize("There is no other model to change to"),
    );
  },
  "relay.selectThinking": async (host) => {
    const session = await host.startedSession();
    const { levels } = await session.request({ type: "get_available_thinking_levels" });
    const { level: current } = session.state.thinking;
    const items = levels.map((level) => ({
      label: level,
      description: level === current ? localize("current") : "",
      value: level,
    }));
    const level = await pickOne(localize("Select Thinking Level"), items);
    if (level) await session.request({ type: "set_thinking_level", level });
  },
  "relay.nextThinking": async (host) => {
    const result = await (await host.startedSession()).request({ type: "cycle_thinking_level" });
    if (result) host.inform(localize("Thinking level: {0}", result.level));
    else void window.showInformationMessage(localize("This model has no thinking levels"));
  },
} satisfies CommandGroup;

function isSame(
  left: { provider: string; id: string },
  right: { provider: string; id: string } | null,
): boolean {
  return left.provider === right?.provider && left.id === right.id;
}

function describeModel({ contextWindow, cost }: Model): string {
  const window = localize("{0}k tokens", Math.round(contextWindow / 1000));
  return localize("{0} · {1} in, {2} out per million", window, `$${cost.input}`, `$${cost.output}`);
}
