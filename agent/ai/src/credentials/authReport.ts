import { isModelsError } from "./modelsError.ts";
import { needsRefresh } from "./oauthRefresh.ts";
import type { ResolveOptions } from "./resolver.ts";
import type { AuthStatus, Credential, RequestAuth } from "./types.ts";

/** The part of `ModelRuntime` that reports need. */
export interface AuthReportRuntime {
  getProvider(id: string): { id: string } | undefined;
  checkAuth(provider: string): Promise<AuthStatus>;
  getCredential(provider: string): Credential | undefined;
  getCredentialError(): string | undefined;
  isUsingOAuth(provider: string): boolean;
  getAuth(provider: string, options?: ResolveOptions): Promise<RequestAuth>;
}

/** Answer of `relay auth check` (models.md §3.5). */
export interface AuthReport {
  status: "ready" | "not_ready" | "invalid";
  provider: string;
  reason?: "provider_not_found" | "credentials_not_configured" | "credential_not_available" | "invalid_state";
  authType?: "api_key" | "oauth";
  /** The secret; only in reports that are ready. Callers leave it out unless it was asked for. */
  credential?: string;
}

/**
 * Whether a request of a provider would carry a credential. Runs configured commands and, unless
 * `refresh` is false, renews a sign-in that is about to expire.
 */
export async function reportAuth(
  runtime: AuthReportRuntime,
  provider: string,
  options: { refresh?: boolean; signal?: AbortSignal } = {},
): Promise<AuthReport> {
  const id = runtime.getProvider(provider)?.id;
  if (id === undefined) return { status: "invalid", provider, reason: "provider_not_found" };
  const status = await runtime.checkAuth(id);
  if (runtime.getCredentialError() !== undefined) {
    return { status: "invalid", provider: id, reason: "invalid_state" };
  }
  if (!status.configured) {
    const reason = status.source === "stored" ? "credential_not_available" : "credentials_not_configured";
    return { status: "not_ready", provider: id, reason };
  }
  const authType = runtime.isUsingOAuth(id) ? "oauth" : "api_key";
  const unavailable: AuthReport = {
    status: "not_ready",
    provider: id,
    reason: "credential_not_available",
    authType,
  };
  try {
    const { apiKey } = await runtime.getAuth(id, { mayRenew: options.refresh, signal: options.signal });
    return {
      status: "ready",
      provider: id,
      authType,
      ...(apiKey === undefined ? {} : { credential: apiKey }),
    };
  } catch (error) {
    if (isModelsError(error)) return unavailable;
    throw error;
  }
}

/**
 * The OAuth access token of a provider with at least `minimumValidityMs` left, renewed if needed.
 * @throws ModelsError `oauth` when the renewal fails; `undefined` when there is no such token.
 */
export async function bearerToken(
  runtime: AuthReportRuntime,
  provider: string,
  options: { minimumValidityMs?: number; signal?: AbortSignal; now?: () => number } = {},
): Promise<string | undefined> {
  await runtime.checkAuth(provider);
  if (!runtime.isUsingOAuth(provider)) return undefined;
  const { apiKey } = await runtime.getAuth(provider, options);
  const stored = runtime.getCredential(provider);
  if (stored?.type !== "oauth") return undefined;
  return needsRefresh(stored, { ...options, minimumValidityMs: options.minimumValidityMs ?? 1 })
    ? undefined
    : apiKey;
}
