import type { CredentialStore } from "./authStore.ts";
import { errorText, ModelsError } from "./modelsError.ts";
import type { Credential, OAuthCredential, OAuthImplementation } from "./types.ts";

const minimumValidityMs = 5 * 60_000;
const refreshTimeoutMs = 30_000;

export interface RefreshOptions {
  /** Renew when less than this remains. Default 5 minutes. */
  minimumValidityMs?: number;
  /** `false` uses what is stored while it is valid at all. Default true. */
  mayRenew?: boolean;
  /** Unix milliseconds. */
  now?: () => number;
  /** Cancels the wait for the store's lock, not a refresh that has begun. */
  signal?: AbortSignal;
}

/** True when a credential has to be renewed before use. */
export function needsRefresh(credential: OAuthCredential, options: RefreshOptions = {}): boolean {
  const now = (options.now ?? Date.now)();
  return credential.expires - now < (options.minimumValidityMs ?? minimumValidityMs);
}

/**
 * The provider's OAuth credential with enough validity left, renewed under the store's lock if needed,
 * so that concurrent callers and processes renew once (models.md §4).
 * @returns whatever is stored when it is no OAuth credential any more.
 * @throws ModelsError `oauth`; the stored credential is then unchanged.
 */
export async function freshCredential(
  store: CredentialStore,
  provider: string,
  implementation: Pick<OAuthImplementation, "refresh"> | undefined,
  options: RefreshOptions = {},
): Promise<Credential | undefined> {
  const stored = store.get(provider);
  if (stored?.type === "oauth" && options.mayRenew === false) {
    if (!needsRefresh(stored, { ...options, minimumValidityMs: 1 })) return stored;
    throw new ModelsError("oauth", `The sign-in of ${provider} has expired`);
  }
  if (stored?.type !== "oauth" || !needsRefresh(stored, options)) return stored;
  return store.update(
    provider,
    async (current) => {
      if (current?.type !== "oauth" || !needsRefresh(current, options)) return current;
      return { ...current, ...(await refreshOnce(provider, implementation, current)) };
    },
    options.signal,
  );
}

async function refreshOnce(
  provider: string,
  implementation: Pick<OAuthImplementation, "refresh"> | undefined,
  credential: OAuthCredential,
): Promise<OAuthCredential> {
  try {
    if (!implementation) throw new Error("the sign-in has expired. Use /login to sign in again");
    return await withDeadline((signal) => implementation.refresh(credential, signal));
  } catch (error) {
    throw new ModelsError("oauth", `OAuth refresh failed for ${provider}: ${errorText(error)}`, {
      cause: error,
    });
  }
}

/** Bounds work that may ignore its signal: the lock must not be held for ever. */
async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error("the server did not answer in time");
      controller.abort(error);
      reject(error);
    }, refreshTimeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
