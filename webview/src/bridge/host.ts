import { createMessageConnection } from "vscode-jsonrpc/browser";
import type {
  ChatNoticeMap,
  ChatNoticeName,
  ChatRequestName,
  ChatRequestParams,
  ChatRequestResult,
  HostNoticeMap,
  HostNoticeName,
} from "@relay-harness/protocol/webview";
import type { VsCodeApi } from "./vscodeApi.ts";
import { PostMessageWriter, WindowMessageReader } from "./windowMessages.ts";

/** The extension host, as a view sees it. */
export interface Host {
  /** Rejects with an error whose message is to be shown as it is. */
  request<N extends ChatRequestName>(name: N, params: ChatRequestParams<N>): Promise<ChatRequestResult<N>>;
  notify<N extends ChatNoticeName>(name: N, params: ChatNoticeMap[N]): void;
  on<N extends HostNoticeName>(name: N, handler: (params: HostNoticeMap[N]) => void): void;
}

/** Connects this document with the host; handlers have to be there before the first request. */
export function connectHost(api: VsCodeApi, target: Window): Host {
  const connection = createMessageConnection(
    new WindowMessageReader(target),
    new PostMessageWriter((message) => api.postMessage(message)),
  );
  connection.listen();
  return {
    request: (name, params) => connection.sendRequest(name, params),
    notify: (name, params) => void connection.sendNotification(name, params),
    on: (name, handler) => {
      // The host is part of this program: what it sends under a name is of that name's type.
      connection.onNotification(name, handler as (params: unknown) => void);
    },
  };
}
