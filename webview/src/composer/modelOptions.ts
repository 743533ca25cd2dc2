import type { Model } from "@relay-harness/protocol";
import type { ModelsView } from "@relay-harness/protocol/webview";
import { text } from "../strings/text.ts";
import { compactCount } from "../text/units.ts";
import type { Option } from "../ui/Popup.tsx";

export interface ModelChoice extends Option {
  readonly provider: string;
  readonly modelId: string;
}

/** Models of the picker: those in rotation first, each with its window and price. */
export function modelChoices({ all, scoped, current }: ModelsView): ModelChoice[] {
  const order = scoped.flatMap(({ provider, id }) => all.filter((model) => is(model, provider, id)));
  const rest = all.filter((model) => !order.includes(model));
  const isGrouped = order.length > 0 && rest.length > 0;
  const groupOf = (model: Model): string | undefined =>
    isGrouped ? text(order.includes(model) ? "inRotation" : "allModels") : undefined;
  return [...order, ...rest].map((model) => {
    const group = groupOf(model);
    return {
      key: `${model.provider}/${model.id}`,
      name: model.name || model.id,
      desc: descriptionOf(model),
      isChosen: current !== null && is(model, current.provider, current.id),
      provider: model.provider,
      modelId: model.id,
      ...(group !== undefined && { group }),
    };
  });
}

function is(model: Model, provider: string, id: string): boolean {
  return model.provider === provider && model.id === id;
}

function descriptionOf(model: Model): string {
  const { input, output } = model.cost;
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(model.baseUrl);
  const parts = [
    isLocal ? text("localModel") : model.provider,
    model.contextWindow > 0 ? compactCount(model.contextWindow) : undefined,
    input + output > 0 ? `$${input} / $${output}` : isLocal ? text("freeModel") : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(" · ");
}
