import type { ExtensionFactory, InlineExtension } from "../extensions/types/api.ts";
import { builtinTable, type BuiltinName } from "./builtinTable.ts";

type Named = Exclude<InlineExtension, ExtensionFactory>;

interface Code extends Omit<Named, "name" | "factory" | "builtin"> {
  /** Loads what registers commands and tools; what they do loads on use. */
  load: () => Promise<ExtensionFactory>;
}

const code: Readonly<Record<BuiltinName, Code>> = {
  intake: {
    load: async () => (await import("./intake/intakeExtension.ts")).intakeExtension,
    hidden: true,
    replaceable: true,
    permanent: true,
  },
};

/** The built-in extensions as a loader of extensions takes them. */
export function builtinFactories(): InlineExtension[] {
  return builtinTable.map(({ name }) => {
    const { load, ...traits } = code[name];
    return { ...traits, name, builtin: true, factory: async (relay) => (await load())(relay) };
  });
}
