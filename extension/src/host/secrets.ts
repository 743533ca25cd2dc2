import type { SecretStorage } from "vscode";
import type { Agent } from "../agent/agent.ts";

const prefix = "relay.apiKey.";

/** API keys of this editor: in its secret storage, and handed to each agent over stdin (vscode.md 3). */
export class ApiKeys {
  constructor(
    private readonly storage: SecretStorage,
    /** Providers with a key; the storage itself cannot be listed in every version. */
    private readonly index: { get(): string[]; set(providers: string[]): Thenable<void> },
  ) {}

  async set(provider: string, key: string): Promise<void> {
    await this.storage.store(prefix + provider, key);
    await this.index.set([...this.others(provider), provider]);
  }

  async delete(provider: string): Promise<void> {
    await this.storage.delete(prefix + provider);
    await this.index.set(this.others(provider));
  }

  /** For this process only: nothing is written to a file. */
  async handOver(agent: Agent): Promise<void> {
    for (const provider of this.index.get()) {
      const key = await this.storage.get(prefix + provider);
      if (key !== undefined) await agent.request({ type: "set_api_key", provider, key, persist: false });
    }
  }

  private others(provider: string): string[] {
    return this.index.get().filter((other) => other !== provider);
  }
}
