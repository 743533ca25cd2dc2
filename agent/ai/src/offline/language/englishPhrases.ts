import type { Phrases } from "./phrases.ts";

const actions = {
  list: "Listing",
  read: "Reading",
  search: "Searching for",
  create: "Creating",
  replace: "Replacing text in",
  run: "Running",
  test: "Running the tests with",
  call: "Calling",
} as const;

export const englishPhrases: Phrases = {
  notice:
    "I am Relay's offline guide: a rule-based stand-in, not a language model. To get one, use /login, set a provider's API key (for example ANTHROPIC_API_KEY) or start a local server such as Ollama.",
  help: "I can list files, read a file, search, create a file, replace text in a file, run a command that you quote, and run the project's tests. For example:",
  examples: ["list the files in src", "replace 'old text' with 'new text' in notes.txt", "run the tests"],
  notUnderstood: (text) => `I did not understand ${text}.`,
  quoteTheCommand: (example) => `Put the command in quotes so that I run exactly that: ${example}`,
  listed: (path) => `In ${path}:`,
  emptyFolder: (path) => `There is nothing in ${path}.`,
  readFile: (path) => `${path}:`,
  emptyFile: (path) => `${path} is empty.`,
  found: (what, path) => `Found ${what} in ${path}:`,
  notFound: (what, path) => `Found no ${what} in ${path}.`,
  created: (path) => `Created ${path}.`,
  alreadyExists: (path) => `${path} exists already, so I left it as it is.`,
  replaced: (path) => `Replaced the text in ${path}.`,
  unchecked: "I did not check it.",
  ran: (command, exitCode) => `${command} ended with exit code ${exitCode}.`,
  testsPassed: (command) => `The tests passed: ${command} ended with exit code 0.`,
  testsFailed: (command, exitCode) => `The tests failed: ${command} ended with exit code ${exitCode}.`,
  called: (tool) => `${tool} answered:`,
  noOutput: "It printed nothing.",
  noTests:
    "I found no way to run tests here: no test script in package.json, no Cargo.toml, go.mod or Python project file, and no test target in a Makefile.",
  failed: (action, what) => `${actions[action]} ${what} failed:`,
  missingTools: (tools) => `I cannot do that here: it needs the tool ${tools}.`,
  skipped: (count) =>
    count === 1 ? "I did not do the step after that." : `I did not do the ${count} steps after that.`,
  moreLines: (count) => (count === 1 ? "1 more line is not shown." : `${count} more lines are not shown.`),
  earlierLines: (count) =>
    count === 1 ? "1 earlier line is not shown." : `${count} earlier lines are not shown.`,
  nothingMore: "What I reported is what the tools returned. I have checked nothing beyond that.",
  here: "this folder",
};
