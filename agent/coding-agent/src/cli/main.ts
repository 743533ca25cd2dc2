import { resolveAgentDir } from "../base/agentDir.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { takeStdout, type ProtocolStdout } from "../base/stdout.ts";
import { resolveProjectTrust } from "../base/trust/projectTrust.ts";
import { version } from "../base/version.ts";
import type { OneShotPrompt } from "../modes/oneShot/oneShotMode.ts";
import { noModelsMessage } from "../session/errors.ts";
import type { SessionRuntime } from "../session/sessionRuntime.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { parseArgs, type CliArgs } from "./args.ts";
import { Reporter } from "./report.ts";
import { findSubcommand, selectMode, type RunMode } from "./selectMode.ts";
import { StartError, startSession } from "./startSession.ts";

/** Runs the program and resolves with its exit code; RPC mode ends the process itself (cli.md §1). */
export async function main(argv: readonly string[]): Promise<number> {
  const reporter = new Reporter((text) => process.stderr.write(text));
  const args = parseArgs(argv, []);
  if (args.version) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    return await run(argv, args, reporter);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    reporter.line(error.text);
    return 1;
  }
}

async function run(argv: readonly string[], args: CliArgs, reporter: Reporter): Promise<number> {
  const subcommand = findSubcommand(argv);
  if (subcommand) throw new StartError(`relay ${subcommand}: Not available in this build.`);
  for (const error of args.errors) reporter.error(error);
  if (args.errors.length > 0) return 1;
  if (args.help) return printHelp();
  for (const warning of args.warnings) reporter.warning(warning);
  process.env.AI_AGENT = "relay";
  process.env.RELAY_CODING_AGENT = "true";
  const context: RunContext = {
    args,
    reporter,
    cwd: currentDirectory(),
    agentDir: resolveAgentDir(process.env),
    mode: selectMode(args, { isStdinTty: process.stdin.isTTY, isStdoutTty: process.stdout.isTTY }),
  };
  if (args.listModels !== undefined) {
    const { listModels } = await import("./listModels.ts");
    return listModels(args.listModels, context);
  }
  return context.mode === "tui" ? runInteractive(context) : runHeadless(context, takeStdout());
}

/** What every step of a start needs. */
export interface RunContext {
  args: CliArgs;
  reporter: Reporter;
  cwd: string;
  agentDir: string;
  mode: RunMode;
}

async function runInteractive(context: RunContext): Promise<number> {
  const prompts = await readPrompts(context);
  const runtime = await openRuntime(context);
  const { runLineInterface } = await import("../modes/interactive/lineInterface.ts");
  return runLineInterface({ runtime, prompts, input: process.stdin, output: process.stdout });
}

async function runHeadless(context: RunContext, stdout: ProtocolStdout): Promise<number> {
  const { mode, reporter } = context;
  if (mode === "rpc") {
    const runtime = await openRuntime(context);
    const { runRpcMode } = await import("../modes/rpc/rpcMode.ts");
    return runRpcMode({ stdout, runtime, report: reporter.line });
  }
  const prompts = await readPrompts(context);
  if (prompts.length === 0) throw new StartError("no prompt provided");
  const runtime = await openRuntime(context);
  const { model } = runtime.session;
  if (!model) throw new StartError(noModelsMessage);
  if (mode === "print" && model.provider === "offline") {
    reporter.line("Using the offline guide: no model is configured.");
  }
  const { runOneShotMode } = await import("../modes/oneShot/oneShotMode.ts");
  return runOneShotMode({
    stdout,
    runtime,
    mode: mode === "json" ? "json" : "text",
    prompts,
    report: reporter.line,
  });
}

async function readPrompts({ args, cwd }: RunContext): Promise<OneShotPrompt[]> {
  const { composePrompts } = await import("./promptInput.ts");
  return composePrompts(args, cwd);
}

/** Settings, trust, session and model, in this order (cli.md §1.6). */
async function openRuntime(context: RunContext): Promise<SessionRuntime> {
  const { args, cwd, agentDir, reporter } = context;
  let settings = loadSettings(context, cwd);
  const sessionManager = await openSession(context, settings);
  // A session runs where it was made, with that folder's settings.
  if (sessionManager.getCwd() !== cwd) settings = loadSettings(context, sessionManager.getCwd());
  for (const { scope, path, error } of settings.drainDiagnostics()) {
    reporter.warning(`${scope} settings ${path}: ${error}`);
  }
  for (const warning of sessionManager.warnings) reporter.warning(warning);
  const isOffline = args.offline || /^(1|true|yes)$/i.test(process.env.RELAY_OFFLINE ?? "");
  return startSession({ args, agentDir, settings, sessionManager, reporter, isOffline });
}

function loadSettings({ args, agentDir, reporter }: RunContext, cwd: string): SettingsManager {
  const settings = SettingsManager.create(cwd, agentDir);
  const trust = resolveProjectTrust({
    cwd,
    agentDir,
    override: args.approve,
    defaultProjectTrust: settings.get("defaultProjectTrust"),
  });
  for (const warning of trust.warnings) reporter.warning(warning);
  settings.setProjectTrusted(trust.isTrusted);
  return settings;
}

async function openSession({ args, cwd, agentDir, mode, reporter }: RunContext, settings: SettingsManager): Promise<SessionManager> {
  const { selectSession } = await import("../sessions/selectSession.ts");
  const selected = await selectSession({
    cwd,
    agentDir,
    session: args.session,
    sessionId: args.sessionId,
    fork: args.fork,
    continueSession: args.continueSession,
    resume: args.resume,
    noSession: args.noSession,
    name: args.name,
    sessionDir: args.sessionDir,
    envSessionDir: process.env.RELAY_CODING_AGENT_SESSION_DIR,
    settingsSessionDir: settings.get("sessionDir"),
    isInteractive: mode === "tui",
    canAsk: false,
  });
  switch (selected.kind) {
    case "session":
      for (const warning of selected.warnings) reporter.warning(warning);
      return selected.manager;
    case "error":
    case "missing-cwd":
      throw StartError.withText(selected.text);
    case "elsewhere":
      throw StartError.withText(selected.text);
    case "pick":
      throw new StartError("--resume: the session picker is not available in this build. Use --session or --continue.");
  }
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new StartError("The working directory no longer exists. Change to an existing directory.", { cause: error });
  }
}

async function printHelp(): Promise<number> {
  const [{ helpText }, { builtinToolNames }] = await Promise.all([
    import("./help.ts"),
    import("../tools/builtinTools.ts"),
  ]);
  process.stdout.write(helpText({ version, tools: builtinToolNames }));
  return 0;
}
