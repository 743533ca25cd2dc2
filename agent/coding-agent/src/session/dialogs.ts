import { randomUUID } from "node:crypto";
import {
  authorizationAnswer,
  defaultDialogResult,
  dialogResult,
  type AuthorizationAnswer,
  type DialogContext,
  type DialogResults,
  type ExtensionUiDialog,
  type ExtensionUiNotice,
  type ExtensionUiRequest,
  type JsonObject,
} from "@relay-harness/protocol";

export interface DialogOptions {
  /** Ends the dialog with its default. */
  signal?: AbortSignal;
  /** Milliseconds, counted from the request; what is no positive number means none. */
  timeout?: number;
  context?: DialogContext;
}

type AuthorizationContext = Extract<DialogContext, { kind: "authorization" }>;
type Notice<M extends ExtensionUiNotice["method"]> = Extract<ExtensionUiNotice, { method: M }>;

/** Longest delay of a timer. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Asks the client's user and shows things to him (rpc.md §9). A dialog that nobody answers gives its
 * default: `undefined`, and false for a confirmation. No dialog ever rejects.
 */
export class DialogBroker {
  private readonly pending = new Map<string, (response: JsonObject | undefined) => void>();
  private readonly shown = { statuses: new Set<string>(), widgets: new Set<string>() };
  private isClosed = false;

  constructor(private readonly write: (request: ExtensionUiRequest) => void) {}

  /** For modes without a client: every dialog gives its default, everything else is dropped. */
  static closed(): DialogBroker {
    const broker = new DialogBroker(() => undefined);
    broker.close();
    return broker;
  }

  select(
    title: string,
    options: readonly string[],
    { timeout, ...rest }: DialogOptions = {},
  ): Promise<string | undefined> {
    return this.ask({ method: "select", title, options: [...options], ...wireTimeout(timeout) }, rest);
  }

  confirm(title: string, message: string, { timeout, ...rest }: DialogOptions = {}): Promise<boolean> {
    return this.ask({ method: "confirm", title, message, ...wireTimeout(timeout) }, rest);
  }

  input(
    title: string,
    placeholder?: string,
    { timeout, ...rest }: DialogOptions = {},
  ): Promise<string | undefined> {
    return this.ask({ method: "input", title, placeholder, ...wireTimeout(timeout) }, rest);
  }

  /** Has no timeout. */
  editor(
    title: string,
    prefill?: string,
    options: Omit<DialogOptions, "timeout"> = {},
  ): Promise<string | undefined> {
    return this.ask({ method: "editor", title, prefill }, options);
  }

  /**
   * A confirmation whose answer may count for the session or bring a reason (rpc-additions.md §5);
   * `undefined` when nobody answers.
   */
  authorize(
    title: string,
    message: string,
    { context, signal }: { context: AuthorizationContext; signal?: AbortSignal },
  ): Promise<AuthorizationAnswer | undefined> {
    return this.open({ method: "confirm", title, message, context }, signal, (response) =>
      response ? authorizationAnswer(context, response) : undefined,
    );
  }

  notify(message: string, notifyType?: Notice<"notify">["notifyType"]): void {
    this.show({ method: "notify", message, notifyType });
  }

  /** Without a text the status is taken away. */
  setStatus(statusKey: string, statusText?: string): void {
    track(this.shown.statuses, statusKey, statusText !== undefined);
    this.show({ method: "setStatus", statusKey, statusText });
  }

  /** Without lines the widget is taken away. */
  setWidget(
    widgetKey: string,
    widgetLines?: readonly string[],
    { placement }: { placement?: Notice<"setWidget">["widgetPlacement"] } = {},
  ): void {
    track(this.shown.widgets, widgetKey, widgetLines !== undefined);
    this.show({
      method: "setWidget",
      widgetKey,
      widgetLines: widgetLines && [...widgetLines],
      widgetPlacement: placement,
    });
  }

  setTitle(title: string): void {
    this.show({ method: "setTitle", title });
  }

  setEditorText(text: string): void {
    this.show({ method: "set_editor_text", text });
  }

  /** Takes an `extension_ui_response`. The first one settles its dialog; all others are ignored. */
  accept(response: JsonObject): void {
    const { id } = response;
    if (typeof id === "string") this.pending.get(id)?.(response);
  }

  /** Settles every dialog with its default. */
  cancelAll(): void {
    for (const settle of [...this.pending.values()]) settle(undefined);
  }

  /** Takes away the statuses and widgets that are still shown. */
  clearShown(): void {
    for (const key of [...this.shown.statuses]) this.setStatus(key);
    for (const key of [...this.shown.widgets]) this.setWidget(key);
  }

  /** The client is gone: dialogs give their default, also later ones, and nothing is written any more. */
  close(): void {
    this.isClosed = true;
    this.cancelAll();
  }

  private ask<M extends ExtensionUiDialog["method"]>(
    dialog: ExtensionUiDialog & { method: M },
    { signal, context }: Omit<DialogOptions, "timeout">,
  ): Promise<DialogResults[M]> {
    const { method } = dialog;
    return this.open({ ...dialog, ...(context && { context }) }, signal, (response) =>
      response ? dialogResult(method, response) : defaultDialogResult(method),
    );
  }

  private open<R>(
    dialog: ExtensionUiDialog,
    signal: AbortSignal | undefined,
    read: (response: JsonObject | undefined) => R,
  ): Promise<R> {
    if (this.isClosed || signal?.aborted) return Promise.resolve(read(undefined));
    const id = randomUUID();
    return new Promise((resolve) => {
      const cancel = (): void => settle(undefined);
      const settle = (response: JsonObject | undefined): void => {
        this.pending.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        resolve(read(response));
      };
      this.pending.set(id, settle);
      signal?.addEventListener("abort", cancel);
      this.write({ type: "extension_ui_request", id, ...dialog });
      const timeout = "timeout" in dialog ? dialog.timeout : undefined;
      const timer = timeout === undefined ? undefined : setTimeout(cancel, Math.min(timeout, maxTimeoutMs));
    });
  }

  private show(notice: ExtensionUiNotice): void {
    if (!this.isClosed) this.write({ type: "extension_ui_request", id: randomUUID(), ...notice });
  }
}

function wireTimeout(timeout: number | undefined): { timeout?: number } {
  return timeout !== undefined && Number.isFinite(timeout) && timeout > 0 ? { timeout } : {};
}

function track(keys: Set<string>, key: string, isShown: boolean): void {
  if (isShown) keys.add(key);
  else keys.delete(key);
}
