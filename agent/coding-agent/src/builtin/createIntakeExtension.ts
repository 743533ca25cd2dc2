import type { InlineExtension } from "../extensions/types/api.ts";
import { builtinFactories } from "./builtinFactories.ts";

/** `/intake` with its tool, for sessions of programs. */
export function createIntakeExtension(): InlineExtension {
  const found = builtinFactories().find(({ name }) => name === "intake");
  if (!found) throw new Error("The table of built-in extensions has no intake");
  return found;
}
