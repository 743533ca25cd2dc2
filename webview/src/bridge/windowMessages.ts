import { AbstractMessageReader, AbstractMessageWriter } from "vscode-jsonrpc/browser";
import type { DataCallback, Disposable, Message } from "vscode-jsonrpc/browser";

/** JSON-RPC messages that the editor posts into this document. */
export class WindowMessageReader extends AbstractMessageReader {
  constructor(private readonly target: Window) {
    super();
  }

  override listen(callback: DataCallback): Disposable {
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (isJsonRpc(event.data)) callback(event.data);
    };
    this.target.addEventListener("message", onMessage);
    return { dispose: () => this.target.removeEventListener("message", onMessage) };
  }
}

/** JSON-RPC messages to the editor. */
export class PostMessageWriter extends AbstractMessageWriter {
  constructor(private readonly post: (message: unknown) => void) {
    super();
  }

  write(message: Message): Promise<void> {
    this.post(message);
    return Promise.resolve();
  }

  end(): void {
    // The document's end is the connection's end.
  }
}

function isJsonRpc(data: unknown): data is Message {
  return typeof data === "object" && data !== null && (data as { jsonrpc?: unknown }).jsonrpc === "2.0";
}
