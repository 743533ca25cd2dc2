import { window } from "vscode";
import type { InputBoxOptions, QuickPickItem } from "vscode";

/** One of a list; `undefined` when the user leaves it. */
export async function pickOne<T>(
  title: string,
  items: readonly (QuickPickItem & { value: T })[],
): Promise<T | undefined> {
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.value;
}

/** Several of a list, with those that are on now. */
export async function pickMany<T>(
  title: string,
  items: readonly (QuickPickItem & { value: T })[],
): Promise<T[] | undefined> {
  const picked = await window.showQuickPick(items, { title, canPickMany: true, matchOnDescription: true });
  return picked?.map(({ value }) => value);
}

export async function inputText(options: InputBoxOptions): Promise<string | undefined> {
  return window.showInputBox({ ignoreFocusOut: true, ...options });
}
