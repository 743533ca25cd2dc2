import { hasApi } from "../../agent/ai/src/apis/registry.ts";
import { providerEndpoints } from "../../agent/ai/src/catalog/catalog.ts";
import { listBuiltInProviders, type ProviderInfo } from "../../agent/ai/src/catalog/providers.ts";
import { markdownTable } from "./markdownTable.ts";

/** The tables of docs/providers.md: what can be used, and what waits for its API family. */
export function providerReference(): string {
  const providers = listBuiltInProviders().filter(({ id }) => id !== "offline" && id !== "llama.cpp");
  const families = ({ id }: ProviderInfo): string[] => Object.keys(providerEndpoints(id));
  const usable = providers.filter((info) => families(info).some(hasApi));
  const unplaced = providers.filter((info) => families(info).length === 0);
  const waiting = providers.filter((info) => !usable.includes(info) && !unplaced.includes(info));
  return [
    "### Usable in this build",
    markdownTable(
      ["Provider", "Id", "Key variables, first one wins", "API families", "Default model"],
      usable.map((info) => [
        info.name,
        `\`${info.id}\``,
        variables(info),
        names(families(info).filter(hasApi)),
        info.defaultModel === undefined ? "first in the list" : `\`${info.defaultModel}\``,
      ]),
    ),
    "### Known by name only",
    "These have no bundled models or addresses. Give them a `baseUrl`, an `api` and `models` in [models.json](models.md#your-own-models).",
    markdownTable(
      ["Provider", "Id", "Key variables"],
      unplaced.map((info) => [info.name, `\`${info.id}\``, variables(info)]),
    ),
    "### Not usable in this build",
    "Their API families are not built. Their models are not offered, even with credentials.",
    markdownTable(
      ["Provider", "Id", "API family"],
      waiting.map((info) => [info.name, `\`${info.id}\``, names(families(info))]),
    ),
  ].join("\n\n");
}

function variables({ keyVariables, requiredVariables = [], oauthOnly }: ProviderInfo): string {
  if (oauthOnly) return "none";
  const keys = names(keyVariables.map(({ name }) => name));
  return requiredVariables.length === 0 ? keys : `${keys}; also ${names(requiredVariables)}`;
}

function names(list: readonly string[]): string {
  return list.map((name) => `\`${name}\``).join(", ");
}
