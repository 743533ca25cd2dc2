/** A built-in extension as it is known before anything of it is loaded. */
export interface Builtin {
  /** `builtin:<name>` is its path. */
  name: string;
  commands: readonly { name: string; description: string }[];
  /** Names of its tools. */
  tools: readonly string[];
}

/**
 * Every built-in extension. A start reads this table and nothing else of them; `builtinFactories.ts` says where
 * the code of each is.
 */
export const builtinTable = [
  {
    name: "intake",
    commands: [
      { name: "intake", description: "Turn a vague request into a Word questionnaire for its authors" },
    ],
    tools: ["intake_questionnaire"],
  },
] as const satisfies readonly Builtin[];

export type BuiltinName = (typeof builtinTable)[number]["name"];
