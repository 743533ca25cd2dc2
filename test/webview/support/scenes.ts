import { initialChatState } from "@relay-harness/protocol/webview";
import type { Scene } from "./sceneParts.ts";
import type { View } from "./openView.ts";
import { approvalScene, cardsScene, completionScene, emptyScene, intakeScene } from "./cardScenes.ts";
import { finishedScene, rowsScene, runningScene, troubleScene } from "./conversationScenes.ts";

export const scenes: readonly Scene[] = [
  emptyScene,
  finishedScene,
  runningScene,
  approvalScene,
  troubleScene,
  rowsScene,
  completionScene,
  intakeScene,
  cardsScene,
];

/** Brings a view into a scene. */
export async function play(view: View, scene: Scene): Promise<void> {
  const { host, page } = view;
  const entries = scene.story?.().entries ?? [];
  await host.notify("command", { name: "stopFind" });
  await host.notify("draft/change", { text: "", mode: "replace", focus: false });
  await host.set(initialChatState());
  await host.set({ ...scene.state });
  await host.open(entries, { live: scene.live?.() ?? [] });
  await page.waitForFunction(
    (isEmpty) => (document.querySelector('[role="log"]') === null) === isEmpty,
    entries.length === 0,
  );
  await scene.act?.(view);
}
