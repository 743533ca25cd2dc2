import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";

/** New sessions start with this model. Rejects when the user's settings cannot be written. */
export async function saveDefaultModel(
  settings: SettingsManager,
  { provider, id }: Pick<Model, "provider" | "id">,
): Promise<void> {
  await settings.set("defaultProvider", provider);
  await settings.set("defaultModel", id);
}

/** New sessions start with this level: with this model where it has a level of its own, else with any. */
export async function saveDefaultLevel(
  settings: SettingsManager,
  level: ThinkingLevel,
  model: Pick<Model, "provider" | "id"> | undefined,
): Promise<void> {
  const name = model && `${model.provider}/${model.id}`;
  const ownLevels = settings.getIn("user", "modelThinkingLevels") ?? {};
  if (name !== undefined && Object.hasOwn(ownLevels, name)) {
    await settings.set("modelThinkingLevels", { ...ownLevels, [name]: level });
  } else {
    await settings.set("defaultThinkingLevel", level);
  }
}
