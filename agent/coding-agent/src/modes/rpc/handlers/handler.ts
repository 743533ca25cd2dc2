import type { RpcCommandFields, RpcCommandType, RpcResponseData } from "@relay-harness/protocol";
import type { JsonPiece } from "../../../base/jsonPieces.ts";
import type { AgentSession } from "../../../session/agentSession.ts";
import type { SessionRuntime } from "../../../session/agentSessionRuntime.ts";
import type { Turn } from "../scheduler.ts";

/** What a handler may touch beside its command's fields. */
export interface HandlerContext extends Turn {
  id: unknown;
  runtime: SessionRuntime;
  session: AgentSession;
  reportError: (error: unknown) => void;
  /** Aborted when the process is about to end. */
  ending: AbortSignal;
}

/** Data of a response that is JSON already. */
export class EncodedData {
  constructor(readonly pieces: readonly JsonPiece[]) {}
}

/** Answers early, in the tick of the call, so that events that follow cannot overtake the response. */
export type Respond<T extends RpcCommandType> = (data: RpcResponseData<T>) => void;

/** Returned by a handler that has already called `respond`. */
export const responded = Symbol("responded");

export type Handler<T extends RpcCommandType> = (
  fields: RpcCommandFields<T>,
  context: HandlerContext,
  respond: Respond<T>,
) => Outcome<T> | Promise<Outcome<T>>;

type Outcome<T extends RpcCommandType> = RpcResponseData<T> | EncodedData | typeof responded;

/** The handlers of some commands. Each resource has a file; the table in handlers.ts puts them together. */
export type Handlers<T extends RpcCommandType> = { [K in T]: Handler<K> };
