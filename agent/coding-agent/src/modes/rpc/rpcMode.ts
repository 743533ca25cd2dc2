import { encodeRecord, JsonlDecoder } from "@relay-harness/protocol";
import type { ProtocolStdout } from "../../base/stdout.ts";
import { DialogBroker } from "../../session/dialogs.ts";
import type { DialogUi } from "../../session/extensions/dialogUi.ts";
import type { SessionRuntime } from "../../session/agentSessionRuntime.ts";
import { Shutdown } from "../shutdown.ts";
import { dialogHarness } from "../../session/harness/dialogHarness.ts";
import { bindSession } from "../bindSession.ts";
import { EventEncoder } from "../encodeEvent.ts";
import { RpcDispatcher } from "./dispatcher.ts";
import { CommandScheduler } from "./scheduler.ts";

export interface RpcModeOptions {
  stdout: ProtocolStdout;
  runtime: SessionRuntime;
  /** Writes one line of diagnostics to stderr. */
  report: (line: string) => void;
}

/**
 * Serves the protocol on stdin and stdout until stdin ends, a signal arrives or the reader is gone.
 * Contract: rpc.md. Ends the process.
 */
export function runRpcMode({ stdout, runtime, report }: RpcModeOptions): Promise<never> {
  const scheduler = new CommandScheduler();
  const dialogs = new DialogBroker((request) => void stdout.write(encodeRecord(request)));
  runtime.dialogs = dialogs;
  const reportError = (error: unknown): void =>
    report(`Error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const ending = new AbortController();
  const shutdown = new Shutdown(async () => {
    process.stdin.off("data", onData);
    process.stdin.pause();
    dialogs.clearShown();
    dialogs.close();
    ending.abort(new Error("Relay is ending."));
    await binding;
    const abortAll = (): void => {
      runtime.session.abortBash();
      runtime.session.abort().catch(reportError);
    };
    abortAll();
    // Commands that were kept back behind others still start, and end at once.
    scheduler.onStarted = abortAll;
    await scheduler.whenIdle();
    await runtime.session.abort();
    await runtime.dispose();
    await stdout.flush();
  });
  const dispatcher = new RpcDispatcher({
    stdout,
    scheduler,
    contextFor: (id, turn) => ({
      id,
      runtime,
      session: runtime.session,
      ...turn,
      reportError,
      ending: ending.signal,
    }),
    onDialogAnswer: (response) => dialogs.accept(response),
  });
  const decoder = new JsonlDecoder();
  const onData = (chunk: Buffer): void => {
    for (const record of decoder.push(chunk)) dispatcher.accept(record);
  };

  const encoder = new EventEncoder();
  runtime.subscribe((event) => stdout.write(encoder.encode(event)));
  shutdown.install(reportError);
  stdout.onClosed = () => shutdown.trigger({ exitCode: 1 });
  process.stdin.on("data", onData);
  process.stdin.on("end", () => {
    for (const record of decoder.end()) dispatcher.accept(record);
    shutdown.trigger({ exitCode: 0 });
  });
  process.stdin.on("error", (error) => {
    reportError(error);
    shutdown.trigger({ exitCode: 1 });
  });
  runtime.onLost = ({ message }) => {
    report(`Error: ${message}`);
    // Whoever asked for it is answered first (rpc.md §4.8).
    void scheduler.whenIdle().then(() => shutdown.trigger({ exitCode: 1 }));
  };
  const binding = bindToClient(runtime, {
    dialogs,
    hold: () => scheduler.hold(),
    shutdown: () => {
      // After the command that asked for it has answered, and after what it started.
      const idle = Promise.all([scheduler.whenIdle(), runtime.session.waitForIdle()]);
      void idle.then(() => shutdown.trigger({ exitCode: 0 }));
    },
  })?.catch(reportError);
  if (binding) void binding.then(() => scheduler.markBound());
  else scheduler.markBound();
  return new Promise<never>(() => undefined);
}

/** Nothing, and at once, when the session has no extensions. */
function bindToClient(
  runtime: SessionRuntime,
  { dialogs, hold, shutdown }: { dialogs: DialogBroker; hold: () => () => void; shutdown: () => void },
): Promise<void> | undefined {
  const createUi = async (): Promise<DialogUi> => {
    const { createDialogUi } = await import("../../session/extensions/dialogUi.ts");
    return createDialogUi(dialogs);
  };
  const bound = bindSession(runtime, {
    mode: "rpc",
    createUi,
    hold,
    shutdown,
    harness: dialogHarness(dialogs),
    show: (text) => dialogs.notify(text, "info"),
  });
  return runtime.session.extensionRunner ? bound : undefined;
}
