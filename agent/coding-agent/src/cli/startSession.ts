import { matchReference, type ModelRuntime } from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { chooseScope, chooseStart, type Start } from "../session/chooseStart.ts";
import { createModelRuntime as createRuntimeOfModels } from "../session/createModelRuntime.ts";
import { CredentialControl } from "../session/credentialControl.ts";
import { createSession, type CreateSessionOptions } from "../session/createSession.ts";
import { SessionRuntime } from "../session/sessionRuntime.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import type { CliArgs } from "./args.ts";
import type { Reporter } from "./report.ts";
import { StartError } from "./startError.ts";

export interface StartInput {
  args: CliArgs;
  agentDir: string;
  settings: SettingsManager;
  sessionManager: SessionManager;
  reporter: Reporter;
  /** No automatic network use. */
  isOffline: boolean;
}

/** Model runtime of the process; problems of its files are reported. */
export async function createModelRuntime(
  agentDir: string,
  settings: SettingsManager,
  reporter: Reporter,
): Promise<ModelRuntime> {
  const runtime = await createRuntimeOfModels(agentDir, settings);
  for (const problem of [runtime.getError(), runtime.getCredentialError()])
    if (problem) reporter.error(problem);
  return runtime;
}

/** Builds the first session of the process and what replaces it later. */
export async function startSession(input: StartInput): Promise<SessionRuntime> {
  const { args, agentDir, settings, sessionManager, reporter } = input;
  const modelRuntime = await createModelRuntime(agentDir, settings, reporter);
  const { model, thinkingLevel, scope } = await chooseCliStart(input, modelRuntime);
  const options: Omit<CreateSessionOptions, "sessionManager" | "model" | "thinkingLevel" | "scope"> = {
    agentDir,
    settings,
    modelRuntime,
    selection: {
      cliTools: args.tools,
      excludeTools: args.excludeTools,
      noTools: args.noTools,
      noBuiltinTools: args.noBuiltinTools,
    },
    prompt: {
      systemPrompt: args.systemPrompt,
      appendSystemPrompt: args.appendSystemPrompt,
      noContextFiles: args.noContextFiles,
    },
    report: reporter.line,
  };
  const first = createSession({ ...options, model, thinkingLevel, scope, sessionManager });
  return new SessionRuntime(first, {
    credentials: new CredentialControl(modelRuntime),
    availableModels: async (selected) => {
      await modelRuntime.reload();
      const problem = modelRuntime.getError();
      if (problem) reporter.error(problem);
      await modelRuntime.ensureProviders("available");
      return modelRuntime.getAvailable(selected);
    },
    buildNext: async (previous, { parentSession }) => {
      settings.reload();
      const { sessionManager: old } = previous;
      return createSession({
        ...options,
        model: previous.model,
        thinkingLevel: previous.preferredThinkingLevel,
        scope: previous.scopedModels,
        sessionManager: old.isPersisted()
          ? SessionManager.create(old.getCwd(), old.getSessionDir(), { parentSession })
          : SessionManager.inMemory(old.getCwd(), { parentSession }),
      });
    },
  });
}

/** Model, level and scope of the first session, as the command line and the settings want them. */
async function chooseCliStart(input: StartInput, modelRuntime: ModelRuntime): Promise<Start> {
  const { args, settings, sessionManager, reporter, isOffline } = input;
  const warn = (message: string): void => reporter.warning(message);
  const requested =
    args.model === undefined ? undefined : await requestedModel(args, args.model, modelRuntime, reporter);
  const scope = await chooseScope(args.models ?? settings.get("enabledModels"), modelRuntime, warn);
  const start = await chooseStart({
    settings,
    sessionManager,
    modelRuntime,
    requested,
    thinkingLevel: args.thinking,
    scope,
    isOffline,
    warn,
  });
  for (const notice of start.notices) warn(notice);
  const { model } = start;
  if (args.apiKey !== undefined && model) modelRuntime.setRuntimeApiKey(model.provider, args.apiKey);
  return start;
}

async function requestedModel(
  args: CliArgs,
  reference: string,
  runtime: ModelRuntime,
  reporter: Reporter,
): Promise<{ model: Model; thinkingLevel?: ThinkingLevel }> {
  const named = args.provider === undefined ? await namedModel(reference, runtime) : undefined;
  if (named) return { model: named };
  await runtime.ensureProviders("all");
  const match = matchReference(reference, runtime, { provider: args.provider });
  if ("error" in match) throw new StartError(match.error);
  for (const warning of match.warnings) reporter.warning(warning);
  return match;
}

/**
 * The model of an exact `provider/id` whose provider can be used: no other match could win over it, so
 * the other providers' models need not be loaded.
 */
async function namedModel(reference: string, runtime: ModelRuntime): Promise<Model | undefined> {
  const text = reference.trim();
  const slash = text.indexOf("/");
  const provider = slash > 0 ? runtime.getProvider(text.slice(0, slash))?.id : undefined;
  if (provider === undefined || !runtime.hasConfiguredAuth(provider)) return undefined;
  return runtime.findModel(provider, text.slice(slash + 1));
}
