import { readTextIfPresent } from "../credentials/lockedFile.ts";
import { errorText } from "../credentials/modelsError.ts";
import { parseJsonc } from "./jsonc.ts";
import { checkModelsFile, type ProviderEntries } from "./schema.ts";

/** What `models.json` says; with an `error` the file counts as absent. */
export interface LoadedModelsJson {
  providers: ProviderEntries;
  /** Names the file and, where there is one, the JSON path. */
  error?: string;
}

/** Reads `models.json` (models.md §5). A missing file is empty. Never rejects. */
export async function loadModelsJson(path: string): Promise<LoadedModelsJson> {
  try {
    const text = await readTextIfPresent(path);
    return text === undefined ? { providers: new Map() } : parseModelsJson(text, path);
  } catch (error) {
    return { providers: new Map(), error: `Cannot read ${path}: ${errorText(error)}` };
  }
}

/** Parses and checks the text of `models.json`; `path` is only named in the error. */
export function parseModelsJson(text: string, path: string): LoadedModelsJson {
  let file: unknown;
  try {
    file = parseJsonc(text);
  } catch (error) {
    return { providers: new Map(), error: `Invalid ${path}: ${errorText(error)}` };
  }
  const checked = checkModelsFile(file);
  if ("problem" in checked) return { providers: new Map(), error: `Invalid ${path}: ${checked.problem}` };
  return checked;
}
