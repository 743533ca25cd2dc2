import { createInterface } from "node:readline";
import { MutedOutput } from "../base/mutedOutput.ts";

export interface AskOptions {
  /** What is typed is not shown. Default false. */
  isSecret?: boolean;
}

/** Asks on a terminal for one line. The end of the input and Ctrl+C are no answer: `undefined`. */
export function askOnTerminal(
  question: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  { isSecret = false }: AskOptions = {},
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const shown = new MutedOutput(output);
    const lines = createInterface({ input, output: shown, terminal: true });
    let answer: string | undefined;
    lines.on("SIGINT", () => lines.close());
    lines.once("close", () => {
      if (isSecret) output.write("\n");
      resolve(answer);
    });
    // Only the last line is the prompt: a redraw would repeat the lines above it.
    const lastLine = question.lastIndexOf("\n") + 1;
    output.write(question.slice(0, lastLine));
    lines.question(question.slice(lastLine), (text) => {
      answer = text;
      lines.close();
    });
    // After the question, which is to be seen.
    shown.isMuted = isSecret;
  });
}
