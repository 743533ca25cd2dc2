import type { ViewCommand } from "@relay-harness/protocol/webview";
import type { App } from "../app.ts";
import { focusCard } from "../dialogs/useCardFocus.ts";

const handlers: Record<ViewCommand, (app: App) => void> = {
  find: ({ navigation }) => {
    navigation.query.value ??= "";
    document.querySelector<HTMLInputElement>(".rl-find input")?.focus();
  },
  stopFind: ({ navigation, composing }) => {
    if (navigation.query.peek() === null) return;
    navigation.query.value = null;
    navigation.matchId.value = null;
    composing.focus();
  },
  previousPrompt: (app) => goToPrompt(app, -1),
  nextPrompt: (app) => goToPrompt(app, 1),
  focusComposer: ({ composing }) => composing.focus(),
  focusDialog: () => focusCard(document.querySelector<HTMLElement>('[role="alertdialog"]')),
};

/** A key or command of the editor. */
export function carryOut(app: App, name: ViewCommand): void {
  if (Object.hasOwn(handlers, name)) handlers[name](app);
}

/** The prompt before or after the one at the top of the view. */
function goToPrompt({ navigation, store }: App, step: 1 | -1): void {
  const prompts = store.timeline
    .peek()
    .flatMap((entry) => (entry.kind === "item" && entry.item === "user" ? [entry.id] : []));
  const log = document.querySelector('[role="log"]');
  if (!log || prompts.length === 0) return;
  const top = log.getBoundingClientRect().top;
  const places = [...log.querySelectorAll<HTMLElement>("article[data-item]")].flatMap((element) => {
    const index = prompts.indexOf(element.dataset["item"] ?? "");
    return index === -1 ? [] : [{ index, top: element.getBoundingClientRect().top - top }];
  });
  const margin = 24;
  const next =
    step === 1
      ? places.find((place) => place.top > margin)?.index
      : (places.findLast((place) => place.top < -margin)?.index ?? (places[0]?.index ?? 0) - 1);
  const itemId = next === undefined ? undefined : prompts[next];
  if (itemId !== undefined) navigation.reveal(itemId, true);
}
