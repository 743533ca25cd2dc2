import { release, version as osVersion } from "node:os";
import { userAgent } from "@relay-harness/ai";
import { version } from "../../base/version.ts";

export interface EnvironmentInput {
  env: NodeJS.ProcessEnv;
  /** Shell that commands run in, if it is known. */
  shell: string | null;
}

/** `environment` of `report.json`: names of Relay's variables, never their values. */
export function reportEnvironment({ env, shell }: EnvironmentInput): Record<string, unknown> {
  const value = (name: string): string | null => env[name] ?? null;
  return {
    version,
    userAgent: userAgent(),
    runtime: `node ${process.versions.node}`,
    platform: process.platform,
    arch: process.arch,
    osRelease: release(),
    osVersion: osVersion(),
    shell,
    terminal: {
      term: value("TERM"),
      program: value("TERM_PROGRAM"),
      programVersion: value("TERM_PROGRAM_VERSION"),
      colorterm: value("COLORTERM"),
      tmux: isSet(env.TMUX),
      ssh: isSet(env.SSH_CONNECTION) || isSet(env.SSH_TTY),
      ci: isSet(env.CI),
    },
    relayEnvironmentVariables: Object.keys(env)
      .filter((name) => name.startsWith("RELAY_"))
      .sort(),
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
