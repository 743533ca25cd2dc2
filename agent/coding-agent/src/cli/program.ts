import { enableCompileCache } from "../base/compileCache.ts";
import { endProcess } from "../base/endProcess.ts";
import { printable } from "../base/printable.ts";
import { nodeVersionError } from "./nodeVersion.ts";

/** The whole life of the process, for the entries of the package. Loads the program only where it runs. */
export async function runProgram(argv: readonly string[]): Promise<never> {
  const error = nodeVersionError(process.versions.node);
  if (error !== undefined) {
    process.stderr.write(`${error}\n`);
    process.exit(1);
  }
  enableCompileCache();
  process.once("beforeExit", () => void endStuck());
  const { main } = await import("./main.ts");
  endProcess(await main(argv));
}

/** Nothing can happen any more, and the program is not over: it waits for a promise that nobody settles. */
async function endStuck(): Promise<void> {
  const { pendingWork } = await import("../base/pendingWork.ts");
  const [culprit = "something"] = pendingWork();
  process.stderr.write(printable(`Error: ${culprit} never finished. Nothing is left to wait for.\n`));
  endProcess(typeof process.exitCode === "number" ? process.exitCode : 1);
}
