import {
  bearerToken,
  findProvider,
  matchReference,
  reportAuth,
  type AuthReport,
  type ModelRuntime,
} from "@relay-harness/ai";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { CredentialControl } from "../session/credentialControl.ts";
import { askOnTerminal } from "./ask.ts";
import { authUsage, parseAuthArgs, type AuthArgs, type KeyArgs } from "./authArgs.ts";
import type { RunContext } from "./main.ts";
import { printOut } from "./printOut.ts";
import { StartError } from "./startError.ts";
import { createModelRuntime } from "./startSession.ts";

type AuthContext = Pick<RunContext, "cwd" | "agentDir" | "reporter">;

/** `relay auth`; `argv` starts behind that word. Resolves with the exit code (cli.md §2.1). */
export async function runAuth(argv: readonly string[], context: AuthContext): Promise<number> {
  const { reporter } = context;
  const parsed = parseAuthArgs(argv);
  if ("help" in parsed) {
    await printOut(`${authUsage}\n`);
    return 0;
  }
  if ("errors" in parsed) {
    for (const error of parsed.errors) reporter.error(error);
    reporter.line(authUsage);
    return parsed.exitCode;
  }
  const settings = SettingsManager.create(context.cwd, context.agentDir);
  const runtime = await createModelRuntime(context.agentDir, settings, reporter);
  if (isKeyArgs(parsed)) return changeKey(parsed, runtime);
  const chosen = await chooseProvider(parsed, runtime);
  if (parsed.command === "check") {
    // A report says that a provider is unknown, but not what is wrong with a model.
    if (parsed.model !== undefined && chosen.problem !== undefined) reporter.error(chosen.problem);
    return check(parsed, chosen, runtime);
  }
  if (chosen.problem !== undefined) throw new StartError(chosen.problem);
  const secret = await readSecret(parsed, chosen.provider, runtime);
  if (secret === undefined) {
    const kind = parsed.command === "print-api-key" ? "API key" : "bearer token";
    throw new StartError(`No ${kind} available for ${chosen.provider}`);
  }
  await printOut(`${secret}\n`);
  return 0;
}

function isKeyArgs(args: AuthArgs | KeyArgs): args is KeyArgs {
  return args.command === "login" || args.command === "logout";
}

/** Stores or removes a key (cli.md §2.1). */
async function changeKey({ command, provider: text }: KeyArgs, runtime: ModelRuntime): Promise<number> {
  const credentials = new CredentialControl(runtime);
  try {
    const provider = credentials.find(text);
    if (command === "logout") {
      const isRemoved = await credentials.logout(provider);
      await printOut(isRemoved ? `Forgot the key of ${provider}.\n` : `No key of ${provider} is stored.\n`);
      return 0;
    }
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      throw new StartError("relay auth login requires an interactive terminal");
    }
    const question = `API key of ${provider} (not shown): `;
    const key = await askOnTerminal(question, process.stdin, process.stdout, { isSecret: true });
    if (key === undefined) return 1;
    await credentials.login(provider, key);
    await printOut(`Stored the key of ${provider}.\n`);
    return 0;
  } catch (cause) {
    if (StartError.is(cause)) throw cause;
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

interface ChosenProvider {
  /** Canonical id; what was asked for when there is a problem. */
  provider: string;
  /** Why no provider is meant. */
  problem?: string;
}

async function chooseProvider({ provider, model }: AuthArgs, runtime: ModelRuntime): Promise<ChosenProvider> {
  const named = provider === undefined ? undefined : findProvider(runtime, provider);
  if (provider !== undefined && named === undefined) {
    return { provider, problem: `Unknown provider: ${provider}` };
  }
  if (model === undefined) return { provider: named ?? "" };
  await runtime.ensureProviders(named === undefined ? "all" : [named]);
  const match = matchReference(model, runtime, { provider: named });
  if ("error" in match) return { provider: named ?? model, problem: match.error };
  return { provider: match.model.provider };
}

const exitCodes = { ready: 0, not_ready: 1, invalid: 2 } as const;

async function check(
  args: AuthArgs,
  { provider, problem }: ChosenProvider,
  runtime: ModelRuntime,
): Promise<number> {
  const { credential, ...report }: AuthReport =
    problem === undefined
      ? await reportAuth(runtime, provider, { refresh: args.refresh })
      : { status: "invalid", provider, reason: "provider_not_found" };
  const secret = args.credentials ? credential : undefined;
  const lines = args.json
    ? [JSON.stringify({ ...report, credential: secret })]
    : [report.status, ...(secret === undefined ? [] : [secret])];
  await printOut(`${lines.join("\n")}\n`);
  return exitCodes[report.status];
}

async function readSecret(
  args: AuthArgs,
  provider: string,
  runtime: ModelRuntime,
): Promise<string | undefined> {
  try {
    if (args.command === "print-bearer-token") {
      return await bearerToken(runtime, provider, { minimumValidityMs: args.minimumValidityMs });
    }
    if (runtime.isUsingOAuth(provider)) return undefined;
    return (await runtime.getAuth(provider)).apiKey;
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
