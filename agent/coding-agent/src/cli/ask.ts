import { createInterface } from "node:readline";

/** Asks on a terminal for one line. The end of the input and Ctrl+C are no answer: `undefined`. */
export function askOnTerminal(
  question: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface({ input, output, terminal: true });
    let answer: string | undefined;
    lines.on("SIGINT", () => lines.close());
    lines.once("close", () => resolve(answer));
    // Only the last line is the prompt: a redraw would repeat the lines above it.
    const lastLine = question.lastIndexOf("\n") + 1;
    output.write(question.slice(0, lastLine));
    lines.question(question.slice(lastLine), (text) => {
      answer = text;
      lines.close();
    });
  });
}
