import type { RunContext } from "../main.ts";
import { printOut } from "../printOut.ts";
import { harnessHelp, harnessUsage, parseHarnessArgs } from "./harnessArgs.ts";

/** `relay harness`; `argv` starts behind that word. Resolves with the exit code (cli.md §2). */
export async function runHarness(
  argv: readonly string[],
  { reporter, cwd }: Pick<RunContext, "reporter" | "cwd">,
): Promise<number> {
  const args = parseHarnessArgs(argv);
  if (args.command === "invalid") {
    for (const error of args.errors) reporter.error(error);
    reporter.line(harnessUsage);
    return 1;
  }
  if (args.command === "help") await printOut(harnessHelp);
  else if (args.command === "classify") {
    const { classifyStream } = await import("./classifyStream.ts");
    return (await classifyStream(process.stdin)) ? 0 : 1;
  } else {
    const { explainCommand } = await import("./explainCommand.ts");
    await printOut(await explainCommand(args.shellCommand, { said: args.said, cwd }));
  }
  return 0;
}
