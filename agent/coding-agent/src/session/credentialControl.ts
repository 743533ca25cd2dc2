import { findProvider, type AuthInteraction, type Credential, type ModelRuntime } from "@relay-harness/ai";
import type { AuthInfo, AuthStatusName, Model } from "@relay-harness/protocol";
import type { DialogBroker } from "./dialogs.ts";
import { RefusalError } from "./errors.ts";

/** A way to credentials of a provider. */
export interface LoginMethod {
  type: Credential["type"];
  label: string;
}

/** Stored keys of providers: how a user logs in and out (cli.md §8.2). */
export class CredentialControl {
  constructor(private readonly runtime: ModelRuntime) {}

  /** Providers that take an API key or can be signed in to, by id, in catalog order. */
  providers(): { id: string; name: string; isReady: boolean }[] {
    return this.runtime
      .getProviders()
      .filter(({ id, acceptsApiKey }) => acceptsApiKey || this.runtime.hasSignIn(id))
      .map(({ id, name }) => ({ id, name, isReady: this.runtime.hasConfiguredAuth(id) }));
  }

  /** Id of a provider given by id or name. Throws when there is none. */
  find(text: string): string {
    const provider = findProvider(this.runtime, text);
    if (provider === undefined) throw new RefusalError("invalid_input", `Unknown provider: ${text}`);
    return provider;
  }

  /** Id of a provider given by its id. Throws when there is none. */
  require(id: string): string {
    const provider = this.runtime.getProvider(id);
    if (!provider) throw new RefusalError("invalid_input", `Provider not found: ${id}`);
    return provider.id;
  }

  /** Every provider, in catalog order, as the credential file says now. */
  async list(): Promise<AuthInfo[]> {
    const providers = this.runtime.getProviders();
    // Looks whether the file has changed.
    if (providers[0]) await this.runtime.checkAuth(providers[0].id);
    return providers.map(({ id }) => this.describe(id));
  }

  describe(id: string): AuthInfo {
    const provider = this.runtime.getProvider(id);
    const { configured, source, label } = this.runtime.getProviderAuthStatus(id);
    return {
      id,
      name: provider?.name ?? id,
      status: this.statusOf(id, configured),
      ...(configured && { authType: this.runtime.isUsingOAuth(id) ? "oauth" : "api_key" }),
      ...(source !== undefined && { source }),
      ...(label !== undefined && { label }),
      envVars: [...(provider?.keyVariables ?? [])],
      canLogin: provider?.acceptsApiKey === true || this.runtime.hasSignIn(id),
      canSetKey: provider?.acceptsApiKey === true,
    };
  }

  /** Asks the user for a key; `undefined` when he gives none. Throws for providers that take no key. */
  async askKey(id: string, dialogs: Pick<DialogBroker, "input">): Promise<string | undefined> {
    this.demandKeyUse(id);
    const name = this.runtime.getProvider(id)?.name ?? id;
    return dialogs.input(`API key for ${name}`, undefined, {
      context: { kind: "login", provider: id, secret: true },
    });
  }

  /** A key ahead of every other source, for this process only. */
  useKey(id: string, key: string): void {
    this.demandKeyUse(id);
    this.runtime.setRuntimeApiKey(id, demandKey(key));
  }

  /** Stores the key and returns the model that the provider is best started with, if it is known. */
  async login(provider: string, key: string): Promise<Model | undefined> {
    this.demandKeyUse(provider);
    await this.runtime.saveCredential(provider, { type: "api_key", key: escapeValue(demandKey(key)) });
    return this.startModel(provider);
  }

  private async startModel(provider: string): Promise<Model | undefined> {
    await this.runtime.ensureProviders([provider]);
    const standard = this.runtime.getProvider(provider)?.defaultModel;
    const models = this.runtime.getModels(provider);
    return models.find(({ id }) => id === standard) ?? models[0];
  }

  /** What a user can choose between; empty when there is no way in. */
  methods(id: string): LoginMethod[] {
    const name = this.runtime.getSignInName(id);
    const takesKey = this.runtime.getProvider(id)?.acceptsApiKey === true;
    return [
      ...(name === undefined ? [] : [{ type: "oauth" as const, label: `Sign in: ${name}` }]),
      ...(takesKey ? [{ type: "api_key" as const, label: "API key" }] : []),
    ];
  }

  /** Signs in and returns the model that the provider is best started with, if it is known. */
  async signIn(provider: string, interaction: AuthInteraction): Promise<Model | undefined> {
    await this.runtime.login(provider, "oauth", interaction);
    return this.startModel(provider);
  }

  /** False when nothing was stored. Environment and `models.json` are not touched. */
  async logout(provider: string): Promise<boolean> {
    if (!this.runtime.getCredential(provider)) return false;
    await this.runtime.logout(provider);
    return true;
  }

  private statusOf(id: string, isConfigured: boolean): AuthStatusName {
    if (!isConfigured) return "missing";
    const stored = this.runtime.getCredential(id);
    const isOver =
      this.runtime.isUsingOAuth(id) &&
      stored?.type === "oauth" &&
      stored.refresh === "" &&
      stored.expires <= Date.now();
    return isOver ? "expired" : "ready";
  }

  private demandKeyUse(id: string): void {
    const provider = this.runtime.getProvider(id);
    if (provider?.acceptsApiKey) return;
    throw new RefusalError("invalid_input", `${provider?.name ?? id} takes no API key.`);
  }
}

function demandKey(key: string): string {
  const trimmed = key.trim();
  if (trimmed === "") throw new RefusalError("invalid_input", "The key is empty; nothing was stored.");
  return trimmed;
}

/** A key is text: what would make it a reference or a command is escaped (models.md §3.2). */
function escapeValue(key: string): string {
  const escaped = key.replaceAll("$", "$$$$");
  return escaped.startsWith("!") ? `$${escaped}` : escaped;
}
