import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { canonicalProviderId } from "../catalog/providers.ts";
import { parseStrictJson } from "../modelsJson/jsonc.ts";
import {
  fileStamp,
  readTextIfPresent,
  withFileLock,
  writeTextAtomically,
  type FileStamp,
} from "./lockedFile.ts";
import { errorText, ModelsError } from "./modelsError.ts";
import type { Credential } from "./types.ts";

/** Computes a provider's new credential from the stored one; `undefined` removes the entry. */
export type CredentialChange = (current: Credential | undefined) => Promise<Credential | undefined>;

/** Stored credentials by provider (models.md §3.1). Reads are synchronous and come from the last load. */
export interface CredentialStore {
  get(provider: string): Credential | undefined;
  list(): { providerId: string; type: Credential["type"] }[];
  /** Why stored credentials are unavailable. */
  getError(): string | undefined;
  /** Reads the file again if it has changed since. */
  refresh(): Promise<void>;
  /**
   * Locked read-modify-write of one entry; other entries survive. A change that rejects writes nothing.
   * `signal` cancels only the wait for the lock.
   */
  update(provider: string, change: CredentialChange, signal?: AbortSignal): Promise<Credential | undefined>;
  /** Resolves when no write is pending. */
  settle(): Promise<void>;
}

/** Credentials in `auth.json`. The file is created on the first write. */
export class AuthStore implements CredentialStore {
  private readonly path: string;
  private credentials = new Map<string, Credential>();
  private error: string | undefined;
  private stamp: FileStamp | undefined;
  private isLoaded = false;
  private readonly pending = new Set<Promise<unknown>>();

  private constructor(path: string) {
    this.path = path;
  }

  static async open(path: string): Promise<AuthStore> {
    const store = new AuthStore(path);
    await store.refresh();
    return store;
  }

  get(provider: string): Credential | undefined {
    return this.credentials.get(provider);
  }

  list(): { providerId: string; type: Credential["type"] }[] {
    return [...this.credentials].map(([providerId, { type }]) => ({ providerId, type }));
  }

  getError(): string | undefined {
    return this.error;
  }

  async refresh(): Promise<void> {
    try {
      const stamp = await fileStamp(this.path);
      if (this.isLoaded && stamp === this.stamp) return;
      this.adopt(parseAuthFile(await readTextIfPresent(this.path)));
      this.stamp = stamp;
      this.isLoaded = true;
    } catch (error) {
      this.credentials = new Map();
      this.isLoaded = false;
      this.error = `Cannot read ${this.path}: ${errorText(error)}`;
    }
  }

  update(provider: string, change: CredentialChange, signal?: AbortSignal): Promise<Credential | undefined> {
    const work = withFileLock(this.path, (path) => this.rewrite(path, provider, change), signal);
    this.pending.add(work);
    const forget = (): boolean => this.pending.delete(work);
    work.then(forget, forget);
    return work;
  }

  async settle(): Promise<void> {
    while (this.pending.size > 0) await Promise.allSettled(this.pending);
  }

  private async rewrite(
    path: string,
    provider: string,
    change: CredentialChange,
  ): Promise<Credential | undefined> {
    let file: JsonObject;
    try {
      file = parseAuthFile(await readTextIfPresent(path));
    } catch (error) {
      throw new ModelsError("auth", `Cannot change ${this.path}: ${errorText(error)}`, { cause: error });
    }
    const current = readCredentials(file).get(provider);
    const next = await change(current);
    if (next !== current) {
      for (const key of Object.keys(file)) {
        if (key !== provider && canonicalProviderId(key) === provider) delete file[key];
      }
      if (next) file[provider] = next;
      else delete file[provider];
      await writeTextAtomically(path, `${JSON.stringify(file, undefined, 2)}\n`);
    }
    this.adopt(file);
    this.stamp = await fileStamp(path);
    return next;
  }

  private adopt(file: JsonObject): void {
    this.credentials = readCredentials(file);
    this.error = undefined;
  }
}

/** Credentials that live no longer than the process. */
export class MemoryCredentialStore implements CredentialStore {
  private readonly credentials: Map<string, Credential>;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(credentials: Readonly<Record<string, Credential>> = {}) {
    this.credentials = readCredentials(credentials);
  }

  get(provider: string): Credential | undefined {
    return this.credentials.get(provider);
  }

  list(): { providerId: string; type: Credential["type"] }[] {
    return [...this.credentials].map(([providerId, { type }]) => ({ providerId, type }));
  }

  getError(): string | undefined {
    return undefined;
  }

  async refresh(): Promise<void> {
    await this.queue;
  }

  update(provider: string, change: CredentialChange, signal?: AbortSignal): Promise<Credential | undefined> {
    const work = this.queue.then(async () => {
      signal?.throwIfAborted();
      const next = await change(this.credentials.get(provider));
      if (next) this.credentials.set(provider, next);
      else this.credentials.delete(provider);
      return next;
    });
    // The caller gets the rejection; the queue goes on.
    this.queue = work.then(
      () => undefined,
      () => undefined,
    );
    return work;
  }

  async settle(): Promise<void> {
    await this.queue;
  }
}

function parseAuthFile(text: string | undefined): JsonObject {
  if (text === undefined || text.trim() === "") return {};
  const file = parseStrictJson(text);
  if (!isJsonObject(file)) throw new Error("expected an object");
  return file;
}

/** Entries of unknown shape count as absent; writes keep them. The canonical id wins over an alias. */
function readCredentials(file: JsonObject): Map<string, Credential> {
  const credentials = new Map<string, Credential>();
  for (const [key, value] of Object.entries(file)) {
    const provider = canonicalProviderId(key);
    if (isCredential(value) && (key === provider || !credentials.has(provider))) {
      credentials.set(provider, value);
    }
  }
  return credentials;
}

function isCredential(value: unknown): value is Credential {
  if (!isJsonObject(value)) return false;
  const { env } = value;
  if (env !== undefined && !(isJsonObject(env) && Object.values(env).every(isString))) return false;
  if (value.type === "api_key") return value.key === undefined || isString(value.key);
  if (value.type !== "oauth") return false;
  return isString(value.access) && isString(value.refresh) && typeof value.expires === "number";
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
