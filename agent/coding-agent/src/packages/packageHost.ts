import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { PackageError } from "./packageError.ts";
import type { PackagePlace } from "./packageDirs.ts";
import type { ProgramOptions, RunProgram } from "./runProgram.ts";

/** What installing and updating packages needs of its surroundings. */
export interface PackageHost extends PackagePlace {
  npmCommand: NpmCommand;
  run: RunProgram;
  /** Whether a person sees what git and npm say, and can answer them. */
  output: ProgramOptions["output"];
  signal?: AbortSignal;
}

export interface NpmCommand {
  words: readonly [string, ...string[]];
  /** The user's own: it may be another package manager, which does not know npm's options. */
  isCustom: boolean;
}

/** `npmCommand` of the project when it is trusted, else of the user (cli.md §11.1). */
export function npmCommandOf(
  settings: Pick<SettingsManager, "getIn">,
  warn: (message: string) => void,
): NpmCommand {
  const words = settings.getIn("project", "npmCommand") ?? settings.getIn("user", "npmCommand");
  if (words === undefined) return { words: ["npm"], isCustom: false };
  const [program, ...args] = words;
  if (program !== undefined && words.every((word) => word !== "")) {
    return { words: [program, ...args], isCustom: true };
  }
  warn("npmCommand is ignored: expected the words of a command. npm is used");
  return { words: ["npm"], isCustom: false };
}

/** `RELAY_OFFLINE` (cli.md §4). */
export function isOfflineEnvironment(env: NodeJS.ProcessEnv): boolean {
  return /^(1|true|yes)$/i.test(env.RELAY_OFFLINE ?? "");
}

export function failed(action: string, words: string, hint = ""): PackageError {
  const said = words === "" ? "" : `: ${words}`;
  return new PackageError(`Cannot ${action}${said}${hint === "" ? "" : `\n${hint}`}`);
}
