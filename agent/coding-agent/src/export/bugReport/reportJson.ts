import type { Model } from "@relay-harness/protocol";
import type { ExportSource } from "../exportSource.ts";
import { reportEnvironment } from "./environment.ts";
import { redact, redactText } from "../../base/redact.ts";
import type { ReportModel, ReportSupport } from "./reportInput.ts";

export interface ReportIdentity {
  id: string;
  createdAt: string;
  hint: string | null;
}

export interface ReportFacts extends ReportModel {
  source: ExportSource;
  cwd: string;
  support: ReportSupport;
  env: NodeJS.ProcessEnv;
  sessionIncluded: boolean;
  summaryIncluded: boolean;
}

/** `report.json`. */
export function reportJson(identity: ReportIdentity, facts: ReportFacts): Record<string, unknown> {
  const { source, cwd, support, env, model, thinkingLevel, sessionIncluded, summaryIncluded } = facts;
  const { global, project } = support.settings();
  return {
    schemaVersion: 1,
    ...identity,
    environment: reportEnvironment({ env, shell: support.shell() }),
    session: {
      id: source.header.id,
      included: sessionIncluded,
      summaryIncluded,
      messageCount: source.entries.filter(({ type }) => type === "message").length,
      ...(sessionIncluded && { cwd }),
    },
    model: model ? modelFacts(model) : null,
    provider: model ? providerFacts(model, support) : null,
    thinkingLevel,
    extensions: [],
    extensionErrors: [],
    settings: { global: redact(global), project: redact(project) },
  };
}

function modelFacts(model: Model): Record<string, unknown> {
  const { provider, id, name, api, baseUrl, reasoning, input, contextWindow, maxTokens } = model;
  return {
    provider,
    id,
    name,
    api,
    baseUrl: redactText(baseUrl),
    reasoning,
    input,
    contextWindow,
    maxTokens,
    samplingParams: redact(model.samplingParams ?? null),
    compat: redact(model.compat ?? null),
    thinkingLevelMap: model.thinkingLevelMap ?? null,
    headerNames: Object.keys(model.headers ?? {}),
  };
}

function providerFacts(model: Model, { providers }: ReportSupport): Record<string, unknown> {
  const id = model.provider;
  const provider = providers.getProvider(id);
  const { configured, source } = providers.getProviderAuthStatus(id);
  const authTypes = [...(provider?.acceptsApiKey ? ["api_key"] : []), ...(provider?.oauth ? ["oauth"] : [])];
  return {
    id,
    name: provider?.name ?? id,
    baseUrl: redactText(model.baseUrl),
    headerNames: Object.keys(model.headers ?? {}),
    authTypes,
    authStatus: { configured, source: source ?? null },
    usingOAuth: providers.isUsingOAuth(id),
    registeredByExtension: false,
  };
}
