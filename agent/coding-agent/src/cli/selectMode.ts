import type { CliArgs } from "./args.ts";

/** How the program talks to the outside; `tui` is interactive. */
export type RunMode = "tui" | "print" | "json" | "rpc";

/** cli.md §1.4. */
export function selectMode(
  { mode, print }: Pick<CliArgs, "mode" | "print">,
  terminal: { isStdinTty: boolean; isStdoutTty: boolean },
): RunMode {
  if (mode === "rpc" || mode === "json") return mode;
  return !print && terminal.isStdinTty && terminal.isStdoutTty ? "tui" : "print";
}

const packageCommands = ["install", "remove", "uninstall", "update", "list", "config"] as const;
const subcommands = [...packageCommands, "auth", "mcp"] as const;
const twoWordSubcommands = { harness: ["classify", "explain"], intake: ["read"] } as const;

export type PackageCommand = (typeof packageCommands)[number];
export type Subcommand = (typeof subcommands)[number] | keyof typeof twoWordSubcommands;

/** It installs, lists or configures packages. */
export function isPackageCommand(name: Subcommand): name is PackageCommand {
  return packageCommands.some((known) => known === name);
}

/**
 * The subcommand that the first argument names. `harness` and `intake` are words of prompts too: they need their
 * second word, or stand before a single one, which then is mistyped (cli.md §1, §2).
 */
export function findSubcommand(argv: readonly string[]): Subcommand | undefined {
  const [first, second] = argv;
  const plain = subcommands.find((name) => name === first);
  if (plain !== undefined) return plain;
  if (first !== "harness" && first !== "intake") return undefined;
  if (first === "harness" && (second === "--help" || second === "-h")) return first;
  if (twoWordSubcommands[first].some((word) => word === second)) return first;
  return argv.length === 2 && /^[\w-]+$/.test(second ?? "") && !second?.startsWith("-") ? first : undefined;
}
