import { AbstractMessageReader, AbstractMessageWriter, createMessageConnection } from "vscode-jsonrpc/node";
import type { DataCallback, Disposable, Message, MessageConnection } from "vscode-jsonrpc/node";

/** A document on the other side of `postMessage`. */
export interface WebviewPort {
  post(message: unknown): void;
}

class PortReader extends AbstractMessageReader {
  private callback: DataCallback | undefined;

  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    return { dispose: () => (this.callback = undefined) };
  }

  accept(message: Message): void {
    this.callback?.(message);
  }
}

class PortWriter extends AbstractMessageWriter {
  constructor(private readonly port: WebviewPort) {
    super();
  }

  write(message: Message): Promise<void> {
    this.port.post(message);
    return Promise.resolve();
  }

  end(): void {
    // A port has no end of its own.
  }
}

/** JSON-RPC with one document. */
export interface PortConnection {
  connection: MessageConnection;
  accept(message: Message): void;
}

export function connectPort(port: WebviewPort): PortConnection {
  const reader = new PortReader();
  const connection = createMessageConnection(reader, new PortWriter(port));
  return { connection, accept: (message) => reader.accept(message) };
}
