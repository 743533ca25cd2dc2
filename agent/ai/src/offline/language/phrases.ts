import type { Action } from "../steps.ts";

/** What the guide says in one language. `code` arguments arrive as Markdown code. */
export interface Phrases {
  /** One line: what this is, and how to get a language model. */
  notice: string;
  help: string;
  /** Requests that show what is possible, as a person would type them. */
  examples: readonly [string, string, string];
  notUnderstood: (text: string) => string;
  quoteTheCommand: (example: string) => string;
  listed: (path: string) => string;
  emptyFolder: (path: string) => string;
  readFile: (path: string) => string;
  emptyFile: (path: string) => string;
  found: (what: string, path: string) => string;
  notFound: (what: string, path: string) => string;
  created: (path: string) => string;
  alreadyExists: (path: string) => string;
  replaced: (path: string) => string;
  /** After a change that nothing ran on. */
  unchecked: string;
  ran: (command: string, exitCode: number) => string;
  testsPassed: (command: string) => string;
  testsFailed: (command: string, exitCode: number) => string;
  called: (tool: string) => string;
  noOutput: string;
  noTests: string;
  failed: (action: Action, what: string) => string;
  missingTools: (tools: string) => string;
  skipped: (count: number) => string;
  moreLines: (count: number) => string;
  earlierLines: (count: number) => string;
  /** Answer to a question about what was verified. */
  nothingMore: string;
  here: string;
}
