// Apart from the package's main entry: it is large, and needed only when a shell command is called.
export { analyzeCommand } from "./harness/shell/analyzeCommand.ts";
