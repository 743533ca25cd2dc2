import type { Model } from "@relay-harness/protocol";
import { fillPlaceholders } from "../credentials/environment.ts";
import { ModelsError } from "../credentials/modelsError.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import type { RequestAuth } from "../credentials/types.ts";
import type { Context, HeaderPatch, StreamOptions } from "../types.ts";
import type { ProviderCatalog } from "./providerCatalog.ts";
import { copilotHeaders, isAnthropicOAuth, requestHeaders, withOAuthBeta } from "./requestHeaders.ts";
import { optionsFromSettings, withoutUndefined, type RequestSettings } from "./requestSettings.ts";

export interface RequestPreparerDependencies {
  resolver: CredentialResolver;
  catalog: ProviderCatalog;
  env: Readonly<Record<string, string | undefined>>;
  /** The environment is not that of the process: requests have to be told. */
  isOwnEnv?: boolean;
  settings: () => RequestSettings;
  /** Replaces the HTTP client. */
  fetch?: typeof globalThis.fetch;
}

/** Adds credentials, endpoint, headers and settings to requests. */
export class RequestPreparer {
  private readonly dependencies: RequestPreparerDependencies;

  constructor(dependencies: RequestPreparerDependencies) {
    this.dependencies = dependencies;
  }

  /** @throws ModelsError when the request lacks a credential, a header value or a part of its URL. */
  async prepare(
    model: Model,
    context: Context,
    options: StreamOptions,
  ): Promise<{ model: Model; options: StreamOptions }> {
    const { resolver, catalog, settings, env, isOwnEnv, fetch } = this.dependencies;
    const { apiKey, signal } = options;
    const config = catalog.authConfig(model.provider);
    const auth = await resolver.resolve(model.provider, config, { apiKey, signal });
    const baseUrl = this.resolveBaseUrl(model, auth);
    const headers = await this.resolveHeaders(model, context, auth, options.headers);
    const prepared: StreamOptions = {
      ...optionsFromSettings(settings(), env),
      ...(fetch ? { fetch } : {}),
      ...withoutUndefined(options),
      apiKey: auth.apiKey,
      bearer: options.bearer ?? auth.bearer,
      env: { ...(isOwnEnv ? definedVariables(env) : {}), ...auth.env, ...options.env },
      headers,
    };
    if (isAnthropicOAuth(model.api, auth)) {
      prepared.transformHeaders = withOAuthBeta(options.transformHeaders);
    }
    return { model: baseUrl === model.baseUrl ? model : { ...model, baseUrl }, options: prepared };
  }

  private resolveBaseUrl(model: Model, auth: RequestAuth): string {
    const lookup = this.dependencies.resolver.lookup(model.provider);
    const filled = fillPlaceholders(auth.baseUrl ?? model.baseUrl, lookup);
    if ("url" in filled) return filled.url;
    const problem = `The base URL of ${model.provider} needs ${filled.missing}, which is not set`;
    throw new ModelsError("provider", problem);
  }

  private async resolveHeaders(
    model: Model,
    context: Context,
    auth: RequestAuth,
    request: HeaderPatch | undefined,
  ): Promise<HeaderPatch> {
    const { catalog } = this.dependencies;
    const { provider, id } = model;
    const configured = {
      ...catalog.native(provider)?.headers,
      ...catalog.registration(provider)?.headers,
      ...catalog.entry(provider)?.headers,
    };
    const [providerHeaders, configuredModel] = await Promise.all([
      this.resolveHeaderValues(provider, configured),
      this.resolveHeaderValues(provider, catalog.find(provider, id)?.headers ?? {}),
    ]);
    const ownHeaders = provider === "github-copilot" ? copilotHeaders(context.messages) : {};
    return requestHeaders(model, auth, {
      provider: { ...ownHeaders, ...providerHeaders },
      configuredModel,
      request,
    });
  }

  private async resolveHeaderValues(
    provider: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<HeaderPatch> {
    const resolved = await Promise.all(
      Object.entries(headers).map(async ([name, text]): Promise<[string, string]> => {
        const result = await this.dependencies.resolver.resolveConfigValue(provider, text);
        if ("value" in result) return [name, result.value];
        const problem = `Header ${name} of ${provider} could not be resolved: ${result.reason}`;
        throw new ModelsError("auth", problem);
      }),
    );
    return Object.fromEntries(resolved);
  }
}

function definedVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
