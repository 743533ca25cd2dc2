import type { ControlName } from "@relay-harness/protocol/webview";
import { useApp } from "../app.ts";

/** Why a control cannot work now; `undefined` when it can. */
export function useDisabled(control: ControlName): string | undefined {
  return useApp().chat.disabled.value[control];
}
