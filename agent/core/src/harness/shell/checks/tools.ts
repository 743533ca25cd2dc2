import { compiledRunners } from "./compiled.ts";
import { javascriptRunners } from "./javascript.ts";
import { otherRunners } from "./others.ts";
import { pythonRunners } from "./python.ts";
import type { Runner, RunnerTable } from "./runner.ts";

const tables: readonly RunnerTable[] = [javascriptRunners, pythonRunners, compiledRunners, otherRunners];

/** The runners of a program by subcommand. */
export function runnersOf(program: string): Readonly<Record<string, Runner>> | undefined {
  for (const table of tables) if (Object.hasOwn(table, program)) return table[program];
  return undefined;
}

export function isCheckTool(program: string): boolean {
  return runnersOf(program) !== undefined;
}
