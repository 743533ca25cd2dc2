import type { Credential, ModelRuntime } from "@relay-harness/ai";

/** Credentials by provider, as extensions read them; signing in and out is the user's. */
export class AuthStorage {
  constructor(private readonly models: ModelRuntime) {}

  /** Credentials belong to a model runtime here: says where they are, for code that expects it otherwise. */
  static create(): never {
    throw new Error(
      "AuthStorage.create() cannot make a store of its own in Relay: read ctx.modelRegistry.authStorage, " +
        "or hand createAgentSession a modelRuntime of ModelRuntime.create()",
    );
  }

  /** What is stored; `undefined` also for a key of the environment. */
  get(provider: string): Credential | undefined {
    return this.models.getCredential(provider);
  }

  /** Providers that a credential is stored for. */
  list(): string[] {
    return this.models.listCredentials().map(({ providerId }) => providerId);
  }

  /** A credential is stored. */
  has(provider: string): boolean {
    return this.get(provider) !== undefined;
  }

  /** A request could be sent, with whatever kind of credential. */
  hasAuth(provider: string): boolean {
    return this.models.hasConfiguredAuth(provider);
  }

  /** Renewed as needed; `undefined` without a credential. */
  async getApiKey(provider: string): Promise<string | undefined> {
    if (!this.hasAuth(provider)) return undefined;
    return (await this.models.getAuth(provider)).apiKey;
  }

  /** For this process alone, before what is stored. */
  setRuntimeApiKey(provider: string, apiKey: string): void {
    this.models.setRuntimeApiKey(provider, apiKey);
  }

  removeRuntimeApiKey(provider: string): void {
    this.models.removeRuntimeApiKey(provider);
  }
}
