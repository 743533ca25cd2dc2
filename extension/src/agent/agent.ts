import { RpcClient } from "@relay-harness/coding-agent/rpc-client";
import type { RpcClientEvent, RpcClientOptions } from "@relay-harness/coding-agent/rpc-client";
import type {
  ExtensionUiResponse,
  ProtocolInfo,
  RpcCommandFields,
  RpcCommandType,
  RpcResponseData,
} from "@relay-harness/protocol";
import type { ChildProcess } from "node:child_process";
import { errorText } from "../base/errorText.ts";
import { localize } from "../base/localize.ts";
import type { Log } from "../base/log.ts";
import { traceText } from "./trace.ts";
import { checkProtocol } from "./handshake.ts";
import type { Handshake } from "./handshake.ts";

const handshakeTimeoutMs = 10_000;
const tailLines = 20;

export interface AgentExit {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Its last lines on stderr. */
  stderrTail: string[];
}

export interface AgentListeners {
  onEvent: (event: RpcClientEvent) => void;
  /** It ended without having been asked to. */
  onExit: (exit: AgentExit) => void;
  /** Everything that is said both ways, as text for the log; absent: nobody wants it. */
  onTrace?: (text: string) => void;
}

/** An agent with which no session can be had: it does not start, or is another version. */
class AgentStartError extends Error {
  override readonly name = "AgentStartError";
}

/** One agent process, from its start to its end. */
export class Agent {
  private isStopping = false;
  private accepted: (Handshake & { ok: true }) | undefined;

  private constructor(
    private readonly client: RpcClient,
    readonly info: ProtocolInfo,
    private readonly onTrace: AgentListeners["onTrace"],
  ) {}

  /** Starts a process and agrees on the protocol with it. Throws an `AgentStartError`. */
  static async start(options: RpcClientOptions, listeners: AgentListeners, log: Log): Promise<Agent> {
    const client = new RpcClient(options);
    let agent: Agent | undefined;
    client.onEvent((event) => {
      listeners.onTrace?.(`<- ${traceText(event)}`);
      listeners.onEvent(event);
    });
    try {
      await client.start();
      const child = client.childProcess;
      child?.stderr?.on("data", (text: string) => log.info(`agent ${child.pid}: ${String(text).trimEnd()}`));
      const info = await withTimeout(client.request({ type: "get_protocol" }), handshakeTimeoutMs);
      const handshake = checkProtocol(info);
      if (!handshake.ok) throw new AgentStartError(handshake.message);
      agent = new Agent(client, info, listeners.onTrace);
      agent.accepted = handshake;
      agent.watch(child, listeners.onExit);
      log.info(`agent ${child?.pid}: Relay ${info.relay}, protocol ${info.protocol}, Node ${info.node}`);
      return agent;
    } catch (error) {
      await client.stop();
      if (error instanceof AgentStartError) throw error;
      throw new AgentStartError(localize("The agent could not be started: {0}", errorText(error)), {
        cause: error,
      });
    }
  }

  get child(): ChildProcess | undefined {
    return this.client.childProcess;
  }

  /** Why controls of the chat cannot work with this agent. */
  get disabled(): (Handshake & { ok: true })["disabled"] {
    return this.accepted?.disabled ?? {};
  }

  knows(command: RpcCommandType): boolean {
    return this.accepted?.knows.has(command) ?? false;
  }

  request<T extends RpcCommandType>(
    command: { type: T; id?: string } & RpcCommandFields<T>,
  ): Promise<RpcResponseData<T>> {
    this.onTrace?.(`-> ${traceText(command)}`);
    return this.client.request(command);
  }

  answerDialog(response: ExtensionUiResponse): void {
    this.onTrace?.(`-> ${traceText(response)}`);
    this.client.respondToExtensionUI(response);
  }

  /** Closes its stdin, then uses force. Resolves when it is gone. */
  stop(): Promise<void> {
    this.isStopping = true;
    return this.client.stop();
  }

  private watch(child: ChildProcess | undefined, onExit: (exit: AgentExit) => void): void {
    const tell = (exitCode: number | null, signal: NodeJS.Signals | null): void => {
      if (this.isStopping) return;
      onExit({ exitCode, signal, stderrTail: lastLines(this.client.getStderr()) });
    };
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      tell(child?.exitCode ?? null, child?.signalCode ?? null);
    } else child.once("exit", tell);
  }
}

function lastLines(text: string): string[] {
  return text.trimEnd().split("\n").slice(-tailLines);
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const seconds = timeoutMs / 1000;
    timer = setTimeout(
      () =>
        reject(
          new AgentStartError(localize("The agent did not answer within {0} s. Update Relay.", seconds)),
        ),
      timeoutMs,
    );
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
