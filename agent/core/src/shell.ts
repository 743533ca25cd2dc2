// The analysis of commands, apart from the rest of the harness: it is large, and most prompts run none.
export { analyzeCommand } from "./harness/shell/analyzeCommand.ts";
