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

/** What a sign-in asks the user; an answer is what he typed, or the id of the option that he chose. */
export interface AuthPrompt {
  /** `manual_code`: what the browser shows in the end, for when it cannot reach this computer. */
  type: "text" | "secret" | "select" | "manual_code";
  message: string;
  placeholder?: string;
  /** Of `select`. */
  options?: readonly { id: string; label: string }[];
  signal?: AbortSignal;
}

/** What a sign-in shows. */
export type AuthNotice =
  | { type: "info" | "progress"; message: string }
  | { type: "auth_url"; url: string; instructions?: string }
  | {
      type: "device_code";
      userCode: string;
      verificationUri: string;
      intervalSeconds?: number;
      expiresInSeconds?: number;
    };

/** The user, as a sign-in sees him. */
export interface AuthInteraction {
  /** Rejects when he cancels. */
  prompt(prompt: AuthPrompt): Promise<string>;
  notify(notice: AuthNotice): void;
  signal?: AbortSignal;
}

/** How a provider's OAuth credentials are got, renewed and used (models.md §4). */
export interface OAuthImplementation {
  name: string;
  isSubscription?: boolean;
  loginLabel?: string;
  /** Absent: there is no way to sign in here. */
  login?(interaction: AuthInteraction): Promise<Omit<OAuthCredential, "type">>;
  refresh(credential: OAuthCredential, signal: AbortSignal): Promise<OAuthCredential>;
  toAuth(credential: OAuthCredential): RequestAuth | Promise<RequestAuth>;
}

/** Reads a variable; empty values count as unset. */
export type VariableLookup = (name: string) => string | undefined;
