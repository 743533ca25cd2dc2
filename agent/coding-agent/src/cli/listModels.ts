import type { Model } from "@relay-harness/protocol";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { noModelsMessage } from "../session/errors.ts";
import { resolveTrust } from "./folderSettings.ts";
import { loadCliExtensions } from "./loadCliExtensions.ts";
import type { RunContext } from "./main.ts";
import { printOut } from "./printOut.ts";
import { createModelRuntime } from "./startSession.ts";

/** Prints the models that can be used, filtered by `search`. Resolves with the exit code (cli.md §1.9). */
export async function listModels(search: string, context: RunContext): Promise<number> {
  const { cwd, agentDir, reporter } = context;
  const settings = SettingsManager.create(cwd, agentDir);
  const runtime = await createModelRuntime(agentDir, settings, reporter);
  resolveTrust(context, cwd, settings);
  const loaded =
    context.loadedExtensions ?? (await loadCliExtensions({ ...context, processCwd: cwd }, { cwd, settings }));
  loaded?.runtime.applyProviders(runtime);
  await runtime.ensureProviders("available");
  const available = runtime.getAvailable();
  const models = available.filter((model) => fits(model, search));
  if (available.length === 0) reporter.line(noModelsMessage);
  else if (models.length === 0) reporter.line(`No model matches "${search}".`);
  else await printOut(table(models.map(row)));
  return 0;
}

const heading = ["provider", "model", "context", "max output", "thinking", "images"];

function row(model: Model): string[] {
  return [
    model.provider,
    model.id,
    count(model.contextWindow),
    count(model.maxTokens),
    model.reasoning ? "yes" : "no",
    model.input.includes("image") ? "yes" : "no",
  ];
}

function count(tokens: number): string {
  return tokens > 0 ? String(tokens) : "unknown";
}

/** Every word of the search occurs, letter by letter in order, in `provider/id name`. */
function fits(model: Model, search: string): boolean {
  const text = `${model.provider}/${model.id} ${model.name}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => isSubsequence(word, text));
}

function isSubsequence(word: string, text: string): boolean {
  let position = 0;
  for (const letter of word) {
    position = text.indexOf(letter, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

function table(rows: string[][]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const lines = all.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
