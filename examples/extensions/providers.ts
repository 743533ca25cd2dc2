// Says what is known of models, providers and credentials, and of no secret.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("providers", {
    description: "Show models and credentials",
    handler: async (name, { modelRegistry: models, model, ui }) => {
      await models.refresh();
      const provider = name || model?.provider || "";
      const status = models.getProviderAuthStatus(provider);
      const auth = model && (await models.getApiKeyAndHeaders(model));
      const lines = [
        `${models.getProviderDisplayName(provider)}: ${models.getProvider(provider)?.id ?? "unknown"}`,
        `${models.getAll().length} models, ${models.getAvailable().length} of them usable`,
        `credentials: ${status.configured ? (status.source ?? "yes") : "none"}`,
        `OAuth: ${models.isUsingOAuth(provider)}, header: ${auth?.ok === true}`,
        `key: ${(await models.getApiKeyForProvider(provider)) === undefined ? "no" : "yes"}, ` +
          `for the model: ${model && (await models.getApiKey(model)) !== undefined}`,
        `stored credentials: ${models.authStorage.list().join(", ") || "none"}`,
        `auth: ${Object.keys(await models.getProviderAuth(provider)).join(", ")}`,
        `added: ${models.getRegisteredProviderIds().join(", ") || "none"}`,
        models.getError() ?? "models.json is fine",
      ];
      const config = models.getRegisteredProviderConfig(provider);
      const native = models.getRegisteredNativeProvider(provider);
      if (config || native) lines.push(`by an extension: ${config?.name ?? native?.name ?? provider}`);
      ui.notify(lines.join("\n"));
    },
  });
  relay.registerCommand("local-server", {
    description: "Use a server on this machine: /local-server <port>, or nothing to stop",
    handler: (port, { modelRegistry: models }) => {
      if (port === "") {
        models.unregisterVirtualModel("router", "local");
        return models.unregisterProvider("local");
      }
      models.registerProvider("local", {
        ...{ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "none", api: "openai-completions" },
        models: [{ id: "local-model" }],
      });
      const model = models.find("local", "local-model");
      if (!model) return;
      const route = (): { model: typeof model; thinkingLevel: "off" } => ({ model, thinkingLevel: "off" });
      models.registerVirtualModel({ provider: "router", id: "local", name: "Local", route });
      models.registerNativeProvider({
        ...{ id: "local-copy", name: "Copy" },
        auth: { apiKey: { name: "None", resolve: () => Promise.resolve({ auth: { apiKey: "none" } }) } },
        getModels: () => [{ ...model, provider: "local-copy" }],
      });
    },
  });
}
