import type { HeaderPatch } from "../types.ts";

/**
 * Merges header layers (models.md §2.5): names compare case-insensitively, later layers win, `null`
 * removes. The result has lower-case names.
 */
export function layerHeaders(...layers: (HeaderPatch | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value === null) delete headers[name.toLowerCase()];
      else headers[name.toLowerCase()] = value;
    }
  }
  return headers;
}
