import type { HeaderPatch } from "../types.ts";

export interface ApiKeyCredential {
  type: "api_key";
  /** A value of models.md §3.2; absent when the environment supplies the key. */
  key?: string;
  /** Precedes the process environment for this provider. */
  env?: Record<string, string>;
}

export interface OAuthCredential {
  type: "oauth";
  access: string;
  refresh: string;
  /** Unix milliseconds. */
  expires: number;
  env?: Record<string, string>;
  [extra: string]: unknown;
}

/** An entry of `auth.json` (models.md §3.1). */
export type Credential = ApiKeyCredential | OAuthCredential;

/** Where a provider's credentials come from, for display; never a secret (models.md §3.3). */
export interface AuthStatus {
  configured: boolean;
  source?: "stored" | "runtime" | "environment" | "fallback" | "models_json_key" | "models_json_command";
  label?: string;
}

/** What a credential contributes to one request. */
export interface RequestAuth {
  apiKey?: string;
  /** Send the key as `Authorization: Bearer`. */
  bearer?: boolean;
  headers?: HeaderPatch;
  /** Replaces the model's base URL. */
  baseUrl?: string;
  /** Credential environment; precedes the process environment. */
  env?: Record<string, string>;
}

/** How a provider's OAuth credentials are renewed and used (models.md §4). */
export interface OAuthImplementation {
  name: string;
  isSubscription?: boolean;
  refresh(credential: OAuthCredential, signal: AbortSignal): Promise<OAuthCredential>;
  toAuth(credential: OAuthCredential): RequestAuth | Promise<RequestAuth>;
}

/** Reads a variable; empty values count as unset. */
export type VariableLookup = (name: string) => string | undefined;
