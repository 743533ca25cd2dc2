import { findProvider, type ModelRuntime } from "@relay-harness/ai";
import type { Model } from "@relay-harness/protocol";
import { RefusalError } from "./errors.ts";

/** Stored keys of providers: how a user logs in and out (cli.md §8.2). */
export class CredentialControl {
  constructor(private readonly runtime: ModelRuntime) {}

  /** Providers that take an API key, by id, in catalog order. */
  providers(): { id: string; name: string; isReady: boolean }[] {
    return this.runtime
      .getProviders()
      .filter(({ acceptsApiKey }) => acceptsApiKey)
      .map(({ id, name }) => ({ id, name, isReady: this.runtime.hasConfiguredAuth(id) }));
  }

  /** Id of a provider given by id or name. Throws when there is none. */
  find(text: string): string {
    const provider = findProvider(this.runtime, text);
    if (provider === undefined) throw new RefusalError("invalid_input", `Unknown provider: ${text}`);
    return provider;
  }

  /** Stores the key and returns the model that the provider is best started with, if it is known. */
  async login(provider: string, key: string): Promise<Model | undefined> {
    const trimmed = key.trim();
    if (trimmed === "") throw new RefusalError("invalid_input", "The key is empty; nothing was stored.");
    await this.runtime.saveCredential(provider, { type: "api_key", key: escapeValue(trimmed) });
    await this.runtime.ensureProviders([provider]);
    const standard = this.runtime.getProvider(provider)?.defaultModel;
    const models = this.runtime.getModels(provider);
    return models.find(({ id }) => id === standard) ?? models[0];
  }

  /** False when nothing was stored. Environment and `models.json` are not touched. */
  async logout(provider: string): Promise<boolean> {
    if (!this.runtime.getCredential(provider)) return false;
    await this.runtime.logout(provider);
    return true;
  }
}

/** A key is text: what would make it a reference or a command is escaped (models.md §3.2). */
function escapeValue(key: string): string {
  const escaped = key.replaceAll("$", "$$$$");
  return escaped.startsWith("!") ? `$${escaped}` : escaped;
}
