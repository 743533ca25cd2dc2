import {
  encodeRecord,
  oversizeRecordError,
  parseCommandRecord,
  validateCommand,
  type DecodedRecord,
  type JsonObject,
  type RpcCommand,
  type RpcCommandType,
  type RpcResponse,
} from "@relay-harness/protocol";
import { joinJson } from "../../base/jsonPieces.ts";
import type { ProtocolStdout } from "../../base/stdout.ts";
import { handlers } from "./handlers.ts";
import { EncodedData, responded, type Handler, type HandlerContext } from "./handlers/handler.ts";
import { classOf, type CommandScheduler, type Turn } from "./scheduler.ts";

export interface RpcDispatcherDeps {
  stdout: ProtocolStdout;
  scheduler: CommandScheduler;
  contextFor: (id: unknown, turn: Turn) => HandlerContext;
  /** Takes an `extension_ui_response` as it is read, before any command that waits. */
  onDialogAnswer: (response: JsonObject) => void;
}

/** Turns records of stdin into handler calls and their outcomes into responses: exactly one per command. */
export class RpcDispatcher {
  constructor(private readonly deps: RpcDispatcherDeps) {}

  /** Never throws: a bad record is answered and affects nothing else. */
  accept(decoded: DecodedRecord): void {
    if (decoded.kind === "oversize") {
      this.fail(undefined, "parse", oversizeRecordError);
      return;
    }
    const parsed = parseCommandRecord(decoded.text);
    if (!parsed.ok) {
      this.fail(parsed.id, "parse", parsed.error);
      return;
    }
    const { record } = parsed;
    if (record.type === "extension_ui_response") {
      this.deps.onDialogAnswer(record);
      return;
    }
    const validated = validateCommand(record);
    if (validated.ok) this.run(validated.command);
    else this.fail(record.id, record.type, validated.error);
  }

  private run(command: RpcCommand): void {
    const { id, type, ...fields } = command;
    this.deps.scheduler.schedule(classOf(command), (turn) => this.handle(id, type, fields, turn));
  }

  private async handle(id: unknown, type: RpcCommandType, fields: object, turn: Turn): Promise<void> {
    // The fields were checked against this command's schema; the table pairs both by name.
    const handler = handlers[type] as Handler<RpcCommandType>;
    const head = { id, type: "response", command: type, success: true } as const;
    const respond = (data: unknown): void => {
      if (data instanceof EncodedData) this.writeEncoded(head, data);
      else this.write({ ...head, data });
    };
    try {
      const outcome = handler(fields as never, this.deps.contextFor(id, turn), respond);
      const data = outcome instanceof Promise ? await outcome : outcome;
      if (data !== responded) respond(data);
    } catch (error) {
      this.fail(id, type, error instanceof Error ? error.message : String(error));
    }
  }

  private fail(id: unknown, command: string, error: string): void {
    this.write({ id, type: "response", command, success: false, error });
  }

  private writeEncoded(head: RpcResponse, { pieces }: EncodedData): void {
    const start = JSON.stringify(head).slice(0, -1);
    void this.deps.stdout.write(joinJson([`${start},"data":`, ...pieces, "}\n"]));
  }

  private write(response: RpcResponse): void {
    void this.deps.stdout.write(encodeRecord(response));
  }
}
