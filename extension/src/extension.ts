import type { ExtensionContext } from "vscode";

/** Called by VS Code when an activation event fires. Supervises agents once the client is built. */
export function activate(context: ExtensionContext): void {
  void context;
}

export function deactivate(): void {
  return;
}
