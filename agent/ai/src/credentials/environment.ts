import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ProviderInfo } from "../catalog/providers.ts";
import type { VariableLookup } from "./types.ts";

export interface EnvironmentKey {
  value: string;
  variable: string;
  bearer?: boolean;
}

/** The first of a provider's key variables that is set. */
export function environmentKey(info: ProviderInfo, lookup: VariableLookup): EnvironmentKey | undefined {
  for (const { name, bearer } of info.keyVariables) {
    const value = lookup(name);
    if (value !== undefined) return { value, variable: name, ...(bearer ? { bearer } : {}) };
  }
  return undefined;
}

/** Files and variables of Anthropic workload identity federation; `undefined` when it is not set up. */
export interface FederationSettings {
  ruleId: string;
  organizationId: string;
  tokenFile: string;
  serviceAccountId?: string;
  workspaceId?: string;
}

export function federationSettings(lookup: VariableLookup): FederationSettings | undefined {
  const ruleId = lookup("ANTHROPIC_FEDERATION_RULE_ID");
  const organizationId = lookup("ANTHROPIC_ORGANIZATION_ID");
  const tokenFile = lookup("ANTHROPIC_IDENTITY_TOKEN_FILE");
  if (!ruleId || !organizationId || !tokenFile) return undefined;
  return {
    ruleId,
    organizationId,
    tokenFile,
    serviceAccountId: lookup("ANTHROPIC_SERVICE_ACCOUNT_ID"),
    workspaceId: lookup("ANTHROPIC_WORKSPACE_ID"),
  };
}

/** Label of cloud credentials that need no key of their own (models.md §3.4). */
export function ambientCredentials(provider: string, lookup: VariableLookup): string | undefined {
  switch (provider) {
    case "anthropic":
      return federationSettings(lookup) && "workload identity federation";
    case "amazon-bedrock":
      return awsCredentials(lookup);
    case "google-vertex":
      return googleCredentials(lookup);
    default:
      return undefined;
  }
}

function awsCredentials(lookup: VariableLookup): string | undefined {
  if (lookup("AWS_BEDROCK_SKIP_AUTH") === "1") return "AWS_BEDROCK_SKIP_AUTH";
  if (lookup("AWS_PROFILE")) return "AWS_PROFILE";
  if (lookup("AWS_ACCESS_KEY_ID") && lookup("AWS_SECRET_ACCESS_KEY")) return "AWS_ACCESS_KEY_ID";
  const others = [
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
  ];
  return others.find((name) => lookup(name) !== undefined);
}

function googleCredentials(lookup: VariableLookup): string | undefined {
  const project = lookup("GOOGLE_CLOUD_PROJECT") ?? lookup("GCLOUD_PROJECT");
  if (!project || !lookup("GOOGLE_CLOUD_LOCATION")) return undefined;
  const file = lookup("GOOGLE_APPLICATION_CREDENTIALS");
  if (file) return existsSync(file) ? "GOOGLE_APPLICATION_CREDENTIALS" : undefined;
  const configDirectory = lookup("APPDATA") ?? join(homedir(), ".config");
  const wellKnown = join(configDirectory, "gcloud", "application_default_credentials.json");
  return existsSync(wellKnown) ? "application default credentials" : undefined;
}

/** What a provider still lacks beside its key, named for the user. `baseUrl` is a configured one. */
export function missingSetting(
  info: ProviderInfo,
  lookup: VariableLookup,
  baseUrl: string | undefined,
): string | undefined {
  if (info.id === "azure-openai-responses") {
    const hasAddress = baseUrl ?? lookup("AZURE_OPENAI_BASE_URL") ?? lookup("AZURE_OPENAI_RESOURCE_NAME");
    return hasAddress ? undefined : "AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME";
  }
  // A configured base URL, such as a proxy, may do without the placeholders.
  if (baseUrl && !baseUrl.includes("{")) return undefined;
  return info.requiredVariables?.find((name) => lookup(name) === undefined);
}

/**
 * Replaces `{NAME}` placeholders of a base URL.
 * @returns the URL, or the first variable that is not set.
 */
export function fillPlaceholders(
  baseUrl: string,
  lookup: VariableLookup,
): { url: string } | { missing: string } {
  let missing: string | undefined;
  const url = baseUrl.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => {
    const value = lookup(name);
    if (value === undefined) missing ??= name;
    return encodeURIComponent(value ?? "");
  });
  return missing === undefined ? { url } : { missing };
}
