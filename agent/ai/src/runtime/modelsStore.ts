import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { readTextIfPresent, withFileLock, writeTextAtomically } from "../credentials/lockedFile.ts";
import type { ModelEntry } from "../modelsJson/schema.ts";

/** Models of one provider as a refresh left them. Times are Unix milliseconds. */
export interface StoreEntry {
  models: (ModelEntry & { type?: string })[];
  lastModified?: number;
  checkedAt?: number;
  etag?: string;
}

const modelTypes: readonly unknown[] = [undefined, "chat", "image", "classifier"];

/** `models-store.json`: refreshed catalogs by provider. A cache: one that does not parse is empty. */
export class ModelsStore {
  private readonly path: string | undefined;
  private readonly memory = new Map<string, StoreEntry>();

  /** Without a path entries live as long as the process. */
  constructor(path?: string) {
    this.path = path;
  }

  async read(provider: string): Promise<StoreEntry | undefined> {
    if (this.path === undefined) return this.memory.get(provider);
    return readEntry(parseStore(await readTextIfPresent(this.path))[provider]);
  }

  /** `null` deletes. */
  async write(provider: string, entry: StoreEntry | null): Promise<void> {
    if (this.path === undefined) {
      if (entry) this.memory.set(provider, entry);
      else this.memory.delete(provider);
      return;
    }
    await withFileLock(this.path, async (path) => {
      const store = parseStore(await readTextIfPresent(path));
      if (entry) store[provider] = entry;
      else delete store[provider];
      await writeTextAtomically(path, `${JSON.stringify(store)}\n`);
    });
  }
}

function parseStore(text: string | undefined): JsonObject {
  try {
    const store: unknown = JSON.parse(text ?? "{}");
    return isJsonObject(store) ? store : {};
  } catch {
    return {};
  }
}

/** Models of unknown type are dropped. */
function readEntry(value: unknown): StoreEntry | undefined {
  if (!isJsonObject(value) || !Array.isArray(value.models)) return undefined;
  const models = value.models.filter(
    (model: unknown): model is StoreEntry["models"][number] =>
      isJsonObject(model) && typeof model.id === "string" && modelTypes.includes(model.type),
  );
  const { lastModified, checkedAt, etag } = value;
  return {
    models,
    ...(typeof lastModified === "number" ? { lastModified } : {}),
    ...(typeof checkedAt === "number" ? { checkedAt } : {}),
    ...(typeof etag === "string" ? { etag } : {}),
  };
}
