import { enableCompileCache } from "../base/compileCache.ts";
import { endProcess } from "../base/endProcess.ts";
import { nodeVersionError } from "./nodeVersion.ts";

/** The whole life of the process, for the entries of the package. Loads the program only where it runs. */
export async function runProgram(argv: readonly string[]): Promise<never> {
  const error = nodeVersionError(process.versions.node);
  if (error !== undefined) {
    process.stderr.write(`${error}\n`);
    process.exit(1);
  }
  enableCompileCache();
  const { main } = await import("./main.ts");
  endProcess(await main(argv));
}
