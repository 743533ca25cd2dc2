import type { Model } from "@relay-harness/protocol";
import { environmentLookup, type EnvironmentLookup } from "../../transport/proxy.ts";
import type { HeaderPatch, StreamFunction, StreamOptions } from "../../types.ts";
import type { ResponsesRequest } from "./payload.ts";
import { streamResponses, type AdaptedRequest } from "./responsesStream.ts";

const defaultApiVersion = "v1";
const azureHosts = ["openai.azure.com", "cognitiveservices.azure.com", "ai.azure.com"];

/** Azure OpenAI (models.md §26.5, §3.4): the user's own endpoint, deployments and key header. */
export const stream: StreamFunction = (model, context, options = {}) =>
  streamResponses(model, context, options, { url: azureUrl, adapt });

function azureUrl(model: Model, options: StreamOptions): string {
  const lookup = environmentLookup(options.env);
  const version = lookup("AZURE_OPENAI_API_VERSION") ?? defaultApiVersion;
  return `${azureBaseUrl(model, lookup)}/responses?api-version=${encodeURIComponent(version)}`;
}

/** @throws Error when neither the environment nor the model names an endpoint. */
function azureBaseUrl(model: Model, lookup: EnvironmentLookup): string {
  const resource = lookup("AZURE_OPENAI_RESOURCE_NAME");
  const configured =
    lookup("AZURE_OPENAI_BASE_URL") ??
    (resource === undefined ? model.baseUrl : `https://${resource}.openai.azure.com/openai/v1`);
  if (configured === "") {
    throw new Error(
      "No Azure OpenAI endpoint. Set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME, or baseUrl in models.json.",
    );
  }
  return normalizeBaseUrl(configured);
}

/** A bare Azure host means its current API. */
function normalizeBaseUrl(text: string): string {
  const trimmed = text.replace(/\/+$/, "");
  if (!URL.canParse(trimmed)) throw new Error(`Invalid Azure OpenAI base URL: ${trimmed}`);
  const url = new URL(trimmed);
  const isAzure = azureHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isAzure && /^\/(?:openai\/?)?$/.test(url.pathname) ? `${url.origin}/openai/v1` : trimmed;
}

function adapt(
  { payload, headers }: ResponsesRequest,
  model: Model,
  { apiKey, bearer, env }: StreamOptions,
): AdaptedRequest {
  const ownKeyHeader: HeaderPatch = apiKey && !bearer ? { authorization: null, "api-key": apiKey } : {};
  const deployments = environmentLookup(env)("AZURE_OPENAI_DEPLOYMENT_NAME_MAP");
  return {
    payload: { ...payload, model: deploymentOf(model.id, deployments) },
    headers: { ...headers, ...ownKeyHeader },
  };
}

/** Deployment of a model in `model=deployment,…`; by default it has the model's name. */
function deploymentOf(modelId: string, map: string | undefined): string {
  for (const pair of map?.split(",") ?? []) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === modelId) return pair.slice(equals + 1).trim();
  }
  return modelId;
}
