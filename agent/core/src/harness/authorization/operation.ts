export type EffectClass = "destructive" | "external";

export interface OperationTarget {
  text: string;
  kind: "literal" | "dynamic" | "glob";
  isDangerous: boolean;
}

export interface Operation {
  id: string;
  classes: readonly EffectClass[];
  label: string;
  clause: { group: string; qualifier?: string; needs?: "targets" | "names" } | "ask";
  targets: readonly OperationTarget[];
  names: readonly string[];
  /** Words of the operation's own simple command. */
  words: readonly string[];
}
