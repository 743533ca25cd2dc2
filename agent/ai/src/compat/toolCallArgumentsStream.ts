import type { ToolCall } from "@relay-harness/protocol";
import { IncrementalJson, parseFinalArguments } from "../json/incrementalJson.ts";

/** Arguments of one tool call as they come: after each piece the call has what can be read of them so far. */
export class ToolCallArgumentsStream {
  private readonly json = new IncrementalJson();
  private received = "";

  constructor(readonly toolCall: ToolCall) {
    toolCall.arguments = this.json.value();
  }

  /** Everything that has come. */
  get text(): string {
    return this.received;
  }

  push(delta: string): void {
    this.received += delta;
    this.json.push(delta);
  }

  /** Reads the complete text once more; what is no object leaves `argumentsError`. */
  end(): ToolCall {
    return Object.assign(this.toolCall, parseFinalArguments(this.received));
  }
}
