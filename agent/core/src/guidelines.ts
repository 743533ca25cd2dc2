// What the system prompt says of the harness, for whoever shows a prompt without loading the harness.
export { alignmentGuidelines } from "./harness/alignment/guidelines.ts";
