import type { Model } from "@relay-harness/protocol";
import { offlineModel } from "../offline/model.ts";

export const offlineProviderId = offlineModel.provider;

/** The rule-based stand-in of models.md §25.2. A fresh object each time. */
export function offlineGuideModel(): Model {
  return structuredClone(offlineModel);
}
