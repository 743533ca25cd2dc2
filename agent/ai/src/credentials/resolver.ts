import { builtInProvider, type ProviderInfo } from "../catalog/providers.ts";
import type { CredentialStore } from "./authStore.ts";
import { ambientCredentials, environmentKey, federationSettings, missingSetting } from "./environment.ts";
import type { FederationRequest } from "./federation.ts";
import { ModelsError } from "./modelsError.ts";
import { freshCredential, type RefreshOptions } from "./oauthRefresh.ts";
import { runShellCommand } from "./shellCommand.ts";
import type {
  ApiKeyCredential,
  AuthInteraction,
  AuthStatus,
  OAuthCredential,
  OAuthImplementation,
  RequestAuth,
  VariableLookup,
} from "./types.ts";
import { commandOf, isResolvable, referencedVariable, resolveValue, variableLookup } from "./values.ts";
import type { CommandRunner, ResolvedValue } from "./values.ts";

/** What an extension's own way to a key gets. */
export interface KeyAuthInput {
  /** Stored credential of the provider. */
  credential?: ApiKeyCredential;
  /** Variables of the stored credential first, then those of the process. */
  env: VariableLookup;
  signal?: AbortSignal;
}

/** An extension's own way to a provider's key; replaces the order of models.md §3.3. */
export interface CustomKeyAuth {
  name: string;
  /** Whether there is a credential; must not wait. Default: one is stored. */
  check?(input: KeyAuthInput): boolean;
  /** Asks the user for what is to be stored. Default: for a key. */
  login?(interaction: AuthInteraction): Promise<ApiKeyCredential>;
  /** `undefined`: there is none. */
  resolve(
    input: KeyAuthInput,
  ): Promise<{ auth: RequestAuth; env?: Record<string, string>; source?: string } | undefined>;
}

/** What `models.json` or an extension says about a provider's authentication. */
export interface ProviderAuthConfig {
  /** A value of models.md §3.2. */
  apiKey?: string;
  /** The key comes from an extension's registration, not from `models.json`. */
  isRegistered?: boolean;
  authHeader?: boolean;
  baseUrl?: string;
  oauth?: OAuthImplementation;
  custom?: CustomKeyAuth;
}

export interface ResolverDependencies {
  store: CredentialStore;
  /** The process environment, read at every use. */
  env: Readonly<Record<string, string | undefined>>;
  /** OAuth flows by provider. */
  oauth?: ReadonlyMap<string, OAuthImplementation>;
  /** Replaces the platform shell. */
  runCommand?: (command: string, env: NodeJS.ProcessEnv) => Promise<string | undefined>;
  /** Exchanges Anthropic's federated identity for a bearer token. */
  federatedToken?: (request: FederationRequest) => Promise<string>;
  /** Unix milliseconds. */
  now?: () => number;
}

export interface ResolveOptions extends Pick<RefreshOptions, "minimumValidityMs" | "mayRenew" | "signal"> {
  /** Key of this request; ahead of everything else. */
  apiKey?: string;
}

/** Decides which credential a request carries (models.md §3.3). */
export class CredentialResolver {
  private readonly dependencies: ResolverDependencies;
  private readonly runtimeKeys = new Map<string, string>();
  /** Results of commands in `auth.json`, for the lifetime of the process. */
  private readonly storedCommands = new Map<string, Promise<string | undefined>>();

  constructor(dependencies: ResolverDependencies) {
    this.dependencies = dependencies;
  }

  /** Sets or, with `undefined`, removes a key that is never persisted and precedes stored ones. */
  setRuntimeKey(provider: string, apiKey: string | undefined): void {
    if (apiKey === undefined) this.runtimeKeys.delete(provider);
    else this.runtimeKeys.set(provider, apiKey);
  }

  /** Variables as a provider sees them: those of its stored credential first. */
  lookup(provider: string): VariableLookup {
    return variableLookup(this.dependencies.env, this.dependencies.store.get(provider)?.env);
  }

  /** Whether and from where a provider has credentials. Runs no command and sends nothing. */
  status(provider: string, config: ProviderAuthConfig = {}): AuthStatus {
    const info = builtInProvider(provider);
    const lookup = this.lookup(provider);
    const status = this.keyStatus(provider, config, info, lookup);
    if (status.configured && info && !config.custom && missingSetting(info, lookup, config.baseUrl))
      return { configured: false };
    return status;
  }

  private keyStatus(
    provider: string,
    config: ProviderAuthConfig,
    info: ProviderInfo | undefined,
    lookup: VariableLookup,
  ): AuthStatus {
    if (provider === "offline") return { configured: true, source: "fallback", label: "built in" };
    if (this.runtimeKeys.has(provider)) return { configured: true, source: "runtime", label: "--api-key" };
    const stored = this.dependencies.store.get(provider);
    if (stored?.type === "oauth") {
      return { configured: this.acceptsOAuth(provider, config), source: "stored", label: "OAuth" };
    }
    if (config.custom) {
      const { check } = config.custom;
      const input = { credential: stored, env: lookup };
      const configured = check ? check.call(config.custom, input) : stored !== undefined;
      return { configured, source: stored ? "stored" : "fallback", label: config.custom.name };
    }
    if (stored?.key !== undefined) {
      const configured = !info?.oauthOnly && isResolvable(stored.key, lookup);
      return { configured, source: "stored", label: "API key" };
    }
    if (config.apiKey !== undefined) return configuredKeyStatus(config.apiKey, config, lookup);
    const fromEnvironment = info && environmentKey(info, lookup);
    if (fromEnvironment) return { configured: true, source: "environment", label: fromEnvironment.variable };
    const ambient = ambientCredentials(provider, lookup);
    return ambient ? { configured: true, source: "fallback", label: ambient } : { configured: false };
  }

  /**
   * What one request of a provider carries.
   * @throws ModelsError `auth` when there is no usable credential, `oauth` when a renewal failed.
   */
  async resolve(
    provider: string,
    config: ProviderAuthConfig = {},
    options: ResolveOptions = {},
  ): Promise<RequestAuth> {
    await this.dependencies.store.refresh();
    const info = builtInProvider(provider);
    const auth = await this.resolveKey(provider, config, options);
    const lookup = this.lookup(provider);
    const missing = info && !config.custom && missingSetting(info, lookup, config.baseUrl);
    if (missing) throw missingKey(provider, info, `${missing} is not set`);
    return specialise(auth, provider, config);
  }

  private async resolveKey(
    provider: string,
    config: ProviderAuthConfig,
    options: ResolveOptions,
  ): Promise<RequestAuth> {
    const stored = this.dependencies.store.get(provider);
    const env = stored?.env ? { env: stored.env } : {};
    const given = options.apiKey ?? this.runtimeKeys.get(provider);
    if (config.custom && stored?.type !== "oauth") {
      const auth = await this.resolveCustom(provider, config.custom, stored, options);
      return given === undefined ? auth : { ...auth, apiKey: given };
    }
    if (given !== undefined) return { apiKey: given, ...env };
    if (provider === "offline") return {};
    if (stored?.type === "oauth") return { ...(await this.resolveOAuth(provider, config, options)), ...env };
    if (stored?.key !== undefined) return { ...(await this.resolveStoredKey(provider, stored)), ...env };
    return { ...(await this.resolveConfiguredKey(provider, config, options)), ...env };
  }

  private async resolveCustom(
    provider: string,
    custom: CustomKeyAuth,
    credential: ApiKeyCredential | undefined,
    options: ResolveOptions,
  ): Promise<RequestAuth> {
    const env = this.lookup(provider);
    const resolved = await custom.resolve({ credential, env, signal: options.signal });
    if (!resolved) throw missingKey(provider, builtInProvider(provider));
    return { ...resolved.auth, env: { ...credential?.env, ...resolved.auth.env, ...resolved.env } };
  }

  private async resolveStoredKey(provider: string, credential: ApiKeyCredential): Promise<RequestAuth> {
    const info = builtInProvider(provider);
    if (info?.oauthOnly) throw missingKey(provider, info, "It only accepts a sign-in");
    const runOnce: CommandRunner = (command) => {
      const id = JSON.stringify([command, credential.env ?? {}]);
      const known = this.storedCommands.get(id) ?? this.runCommand(command, credential.env);
      this.storedCommands.set(id, known);
      return known;
    };
    const resolved = await resolveValue(credential.key ?? "", this.lookup(provider), runOnce);
    return { apiKey: keyOf(resolved, provider, info, "The stored key") };
  }

  private async resolveConfiguredKey(
    provider: string,
    config: ProviderAuthConfig,
    options: ResolveOptions,
  ): Promise<RequestAuth> {
    const info = builtInProvider(provider);
    const lookup = this.lookup(provider);
    if (config.apiKey !== undefined) {
      const resolved = await this.resolveConfigValue(provider, config.apiKey);
      return { apiKey: keyOf(resolved, provider, info, "The configured key") };
    }
    const found = info && environmentKey(info, lookup);
    if (found) return { apiKey: found.value, ...(found.bearer ? { bearer: true } : {}) };
    const ambient = ambientCredentials(provider, lookup);
    if (ambient === undefined) throw missingKey(provider, info);
    const { federatedToken } = this.dependencies;
    const settings = provider === "anthropic" ? federationSettings(lookup) : undefined;
    if (!settings || !federatedToken) return {};
    const { baseUrl } = config;
    return { apiKey: await federatedToken({ settings, baseUrl, signal: options.signal }), bearer: true };
  }

  /** Resolves a value of `models.json` or an extension; its command runs every time. */
  resolveConfigValue(provider: string, value: string): Promise<ResolvedValue> {
    const env = this.dependencies.store.get(provider)?.env;
    return resolveValue(value, this.lookup(provider), (command) => this.runCommand(command, env));
  }

  private async resolveOAuth(
    provider: string,
    config: ProviderAuthConfig,
    options: ResolveOptions,
  ): Promise<RequestAuth> {
    const info = builtInProvider(provider);
    if (!this.acceptsOAuth(provider, config)) {
      throw missingKey(provider, info, "Its stored sign-in is of a kind that the provider does not support");
    }
    const implementation = this.oauthOf(provider, config);
    const { store, now } = this.dependencies;
    const credential = await freshCredential(store, provider, implementation, { ...options, now });
    if (credential?.type === "oauth")
      return implementation ? implementation.toAuth(credential) : oauthAuth(credential);
    if (credential) return this.resolveStoredKey(provider, credential);
    throw missingKey(provider, info);
  }

  private oauthOf(provider: string, config: ProviderAuthConfig): OAuthImplementation | undefined {
    return config.oauth ?? this.dependencies.oauth?.get(provider);
  }

  private acceptsOAuth(provider: string, config: ProviderAuthConfig): boolean {
    return builtInProvider(provider)?.oauth === true || this.oauthOf(provider, config) !== undefined;
  }

  private runCommand(command: string, credentialEnv?: Record<string, string>): Promise<string | undefined> {
    const env = { ...this.dependencies.env, ...credentialEnv };
    return (this.dependencies.runCommand ?? runShellCommand)(command, env);
  }
}

/** Use of an access token whose sign-in flow is not available here. */
function oauthAuth(credential: OAuthCredential): RequestAuth {
  return { apiKey: credential.access, bearer: true };
}

function configuredKeyStatus(
  apiKey: string,
  { isRegistered }: ProviderAuthConfig,
  lookup: VariableLookup,
): AuthStatus {
  if (commandOf(apiKey) !== undefined) {
    return { configured: true, source: isRegistered ? "fallback" : "models_json_command", label: "command" };
  }
  const label = referencedVariable(apiKey) ?? "API key";
  const configured = isResolvable(apiKey, lookup);
  return { configured, source: isRegistered ? "fallback" : "models_json_key", label };
}

function keyOf(
  resolved: ResolvedValue,
  provider: string,
  info: ProviderInfo | undefined,
  subject: string,
): string {
  if ("value" in resolved && resolved.value !== "") return resolved.value;
  const reason = "reason" in resolved ? resolved.reason : "it is empty";
  throw missingKey(provider, info, `${subject} could not be resolved: ${reason}`);
}

/** `No API key found for <provider>.` with what to do about it. */
function missingKey(provider: string, info?: ProviderInfo, detail?: string): ModelsError {
  const variable = info?.keyVariables.at(-1)?.name;
  const hint = variable ? `Use /login or set ${variable}.` : "Use /login to add one.";
  return new ModelsError("auth", `No API key found for ${provider}. ${detail ? `${detail}. ` : ""}${hint}`);
}

/** Rules of models.md §3.4 about the header that carries a key. */
function specialise(auth: RequestAuth, provider: string, config: ProviderAuthConfig): RequestAuth {
  const result = { ...auth };
  if (config.authHeader || builtInProvider(provider)?.bearer) result.bearer = true;
  if (provider === "anthropic" && result.apiKey?.startsWith("sk-ant-oat")) result.bearer = true;
  if (provider === "cloudflare-ai-gateway" && result.apiKey !== undefined) {
    result.headers = { ...result.headers, "cf-aig-authorization": `Bearer ${result.apiKey}` };
    delete result.apiKey;
  }
  return result;
}
