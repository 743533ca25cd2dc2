import { resolveAgentDir } from "../base/agentDir.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { takeStdout, type ProtocolStdout } from "../base/stdout.ts";
import { version } from "../base/version.ts";
import { TrustDecisions } from "../base/trust/trustDecisions.ts";
import type { LineInterfaceOptions } from "../modes/interactive/lineInterface.ts";
import type { OneShotPrompt } from "../modes/oneShot/oneShotMode.ts";
import type { SessionRuntime } from "../session/agentSessionRuntime.ts";
import type { LoadExtensionsResult } from "../extensions/loadExtensions.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { parseArgs, type CliArgs } from "./args.ts";
import { openFolderSettings, resolveTrust } from "./folderSettings.ts";
import { openSession, type Ask } from "./openSession.ts";
import { printOut } from "./printOut.ts";
import { Reporter } from "./report.ts";
import { findSubcommand, isPackageCommand, selectMode, type RunMode, type Subcommand } from "./selectMode.ts";
import { StartError } from "./startError.ts";
import type { TrustPrompt } from "./trustPrompt.ts";

/** Runs the program and resolves with its exit code; RPC mode ends the process itself (cli.md §1). */
export async function main(argv: readonly string[]): Promise<number> {
  const reporter = new Reporter((text) => process.stderr.write(text));
  try {
    return await run(argv, reporter);
  } catch (error) {
    if (StartError.is(error)) reporter.line(error.text);
    else if (isSystemError(error)) reporter.error(error.message);
    else throw error;
    return 1;
  }
}

/** The system refused something, such as to create a folder: no defect of the program. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** What every step of a start needs. */
export interface RunContext {
  args: CliArgs;
  reporter: Reporter;
  /** Of the process; a session may run elsewhere. */
  cwd: string;
  agentDir: string;
  mode: RunMode;
  trust: TrustDecisions;
  /** Asks about a project that nobody has decided about; absent: nobody can be asked. */
  trustPrompt?: TrustPrompt;
  /** Extensions of `cwd`, where they had to be loaded to read the command line. */
  loadedExtensions?: LoadExtensionsResult;
}

/** The order of cli.md §1.6. */
async function run(argv: readonly string[], reporter: Reporter): Promise<number> {
  const subcommand = findSubcommand(argv);
  const args = parseArgs(subcommand ? [] : argv);
  if (args.version) {
    await printOut(`${version}\n`);
    return 0;
  }
  for (const error of args.errors) reporter.error(error);
  if (args.errors.length > 0) return 1;
  const cwd = currentDirectory();
  process.env.AI_AGENT = "relay";
  process.env.RELAY_CODING_AGENT = "true";
  const agentDir = resolveAgentDir(process.env);
  if (subcommand) return runSubcommand(subcommand, argv.slice(1), { reporter, cwd, agentDir });
  const trust = new TrustDecisions({ agentDir, option: args.approve });
  if (args.help) return printHelp({ args, reporter, cwd, agentDir, mode: "print", trust });
  for (const warning of args.warnings) reporter.warning(warning);
  const mode = selectMode(args, { isStdinTty: process.stdin.isTTY, isStdoutTty: process.stdout.isTTY });
  const isInteractive = mode === "tui" && args.listModels === undefined && args.export === undefined;
  const context: RunContext = {
    ...{ args, reporter, cwd, agentDir, mode, trust },
    ...(isInteractive && { trustPrompt: await createTrustPrompt(agentDir, trust) }),
  };
  if (args.unknownOptions.length > 0) return runWithFlags(argv, context);
  return runMode(context);
}

async function createTrustPrompt(agentDir: string, trust: TrustDecisions): Promise<TrustPrompt> {
  const [{ TrustPrompt }, { askOnTerminal }] = await Promise.all([
    import("./trustPrompt.ts"),
    import("./ask.ts"),
  ]);
  return new TrustPrompt(agentDir, trust, (question) =>
    askOnTerminal(question, process.stdin, process.stdout),
  );
}

/** Options that nobody knows may be flags of extensions: they are loaded, and the rest is read again. */
async function runWithFlags(argv: readonly string[], context: RunContext): Promise<number> {
  const { reporter, cwd, mode } = context;
  const stdout = ownsStdout(context) ? takeStdout() : undefined;
  const settings = openFolderSettings(context, cwd);
  const { loadCliExtensions } = await import("./loadCliExtensions.ts");
  const loaded = await loadCliExtensions({ ...context, processCwd: cwd }, { cwd, settings });
  const flags = (loaded?.extensions ?? []).flatMap((extension) =>
    [...extension.flags].map(([name, { type }]) => ({ name, type })),
  );
  const args = parseArgs(argv, flags);
  for (const error of args.errors) reporter.error(error);
  if (args.errors.length > 0) return 1;
  for (const [name, value] of Object.entries(args.extensionFlags))
    loaded?.runtime.flagValues.set(name, value);
  return runMode({ ...context, args, mode, loadedExtensions: loaded }, stdout);
}

/** Stdout belongs to what the mode writes. */
function ownsStdout({ args, mode }: RunContext): boolean {
  return mode !== "tui" && args.listModels === undefined && args.export === undefined;
}

async function runMode(context: RunContext, taken?: ProtocolStdout): Promise<number> {
  const { args, mode } = context;
  if (args.listModels !== undefined) {
    const { listModels } = await import("./listModels.ts");
    return listModels(args.listModels, context);
  }
  if (args.export !== undefined) {
    const { exportSession } = await import("./exportSession.ts");
    return exportSession(args.export, context);
  }
  if (mode === "tui") return runInteractive(context);
  const stdout = taken ?? takeStdout();
  return mode === "rpc" ? runRpc(context, stdout) : runOneShot(context, mode, stdout);
}

async function runSubcommand(
  subcommand: Subcommand,
  argv: readonly string[],
  context: Pick<RunContext, "reporter" | "cwd" | "agentDir">,
): Promise<number> {
  if (subcommand === "harness") {
    const { runHarness } = await import("./harness/runHarness.ts");
    return runHarness(argv, context);
  }
  if (isPackageCommand(subcommand)) {
    const { runPackages } = await import("./packages/runPackages.ts");
    return runPackages(subcommand, argv, context);
  }
  if (subcommand === "intake") {
    const { runIntakeRead } = await import("./intake/runIntakeRead.ts");
    return runIntakeRead(argv, context);
  }
  if (subcommand !== "auth") throw new StartError(`relay ${subcommand}: Not available in this build.`);
  const { runAuth } = await import("./auth.ts");
  return runAuth(argv, context);
}

async function runInteractive(context: RunContext): Promise<number> {
  const settings = readSettings(context);
  const prompts = await readPrompts(context, settings);
  const runtime = await openRuntime(context, settings);
  if (!runtime) return 0;
  const { runLineInterface } = await import("../modes/interactive/lineInterface.ts");
  const onAsk: LineInterfaceOptions["onAsk"] = (ask) => {
    if (context.trustPrompt) context.trustPrompt.ask = (question) => ask(question, { isFresh: true });
  };
  const { continueSession, resume, session, fork } = context.args;
  const isNewSession = !continueSession && !resume && session === undefined && fork === undefined;
  const { stdin: input, stdout: output } = process;
  return runLineInterface({ runtime, prompts, input, output, isNewSession, onAsk });
}

async function runRpc(context: RunContext, stdout: ProtocolStdout): Promise<number> {
  const runtime = await openRuntime(context, readSettings(context));
  if (!runtime) return 0;
  const { runRpcMode } = await import("../modes/rpc/rpcMode.ts");
  return runRpcMode({ stdout, runtime, report: context.reporter.line });
}

async function runOneShot(
  context: RunContext,
  mode: "print" | "json",
  stdout: ProtocolStdout,
): Promise<number> {
  const { reporter } = context;
  const settings = readSettings(context);
  const prompts = await readPrompts(context, settings);
  if (prompts.length === 0) throw new StartError("no prompt provided");
  const runtime = await openRuntime(context, settings);
  if (!runtime) return 0;
  const { model } = runtime.session;
  if (!model) {
    throw new StartError("No models available. Run relay and use /login, or set a provider API key.");
  }
  if (mode === "print" && model.provider === "offline") {
    const reason = context.args.model === undefined ? ": no model is configured" : "";
    reporter.line(`Using the offline guide${reason}.`);
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

/** The user's settings; of the project only what counts before it is trusted. */
function readSettings({ cwd, agentDir }: RunContext): SettingsManager {
  return SettingsManager.create(cwd, agentDir);
}

async function readPrompts(context: RunContext, settings: SettingsManager): Promise<OneShotPrompt[]> {
  const { composePrompts } = await import("./promptInput.ts");
  const autoResize = (): boolean => {
    resolveTrust(context, context.cwd, settings);
    return settings.get("images.autoResize");
  };
  return composePrompts(context.args, context.cwd, { autoResize });
}

/** Session, trust, settings and model, in this order. `undefined`: the user does not want to go on. */
async function openRuntime(context: RunContext, early: SettingsManager): Promise<SessionRuntime | undefined> {
  const { args, cwd, agentDir, mode, reporter } = context;
  if (args.skills.length + args.promptTemplates.length > 0 && mode !== "tui") {
    const { requireResourcePaths } = await import("./requireResourcePaths.ts");
    requireResourcePaths(args, cwd);
  }
  const sessionManager = await chooseSession(context, early);
  if (!sessionManager) return undefined;
  // A session runs where it was made, with that folder's settings.
  const sessionCwd = sessionManager.getCwd();
  const settings = openFolderSettings(context, sessionCwd, sessionCwd === cwd ? early : undefined);
  const isOffline = args.offline || /^(1|true|yes)$/i.test(process.env.RELAY_OFFLINE ?? "");
  const { startSession } = await import("./startSession.ts");
  return startSession({
    args,
    agentDir,
    settings,
    sessionManager,
    processCwd: cwd,
    reporter,
    isOffline,
    mode,
    trust: context.trust,
    ...(context.trustPrompt && { trustPrompt: context.trustPrompt }),
    loadedExtensions: sessionCwd === cwd ? context.loadedExtensions : undefined,
  });
}

function chooseSession(
  { args, cwd, agentDir, mode, reporter }: RunContext,
  settings: SettingsManager,
): Promise<SessionManager | undefined> {
  return openSession({
    reporter,
    ask: findAsk(mode),
    options: {
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
    },
  });
}

/** Somebody to ask: at a terminal, as long as neither end of it belongs to a protocol. */
function findAsk(mode: RunMode): Ask | undefined {
  const output = mode === "tui" ? process.stdout : process.stderr;
  const canAsk = mode === "tui" || (mode === "print" && process.stdin.isTTY && process.stderr.isTTY);
  if (!canAsk) return undefined;
  return async (question) => (await import("./ask.ts")).askOnTerminal(question, process.stdin, output);
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new StartError("The working directory no longer exists. Change to an existing directory.", {
      cause,
    });
  }
}

/** With the flags of extensions that load without a question. */
async function printHelp(context: RunContext): Promise<number> {
  const { cwd } = context;
  const settings = readSettings(context);
  resolveTrust(context, cwd, settings);
  const [{ helpText }, { builtinToolNames }, { loadCliExtensions }] = await Promise.all([
    import("./help.ts"),
    import("../tools/builtinTools.ts"),
    import("./loadCliExtensions.ts"),
  ]);
  const loaded = await loadCliExtensions({ ...context, processCwd: cwd }, { cwd, settings });
  const extensionFlags = (loaded?.extensions ?? []).flatMap(({ flags }) =>
    [...flags].map(([name, { type, description }]) => ({ name, type, description })),
  );
  await printOut(helpText({ version, tools: builtinToolNames, extensionFlags }));
  return 0;
}
