import type { HeaderPatch } from "../types.ts";

/** Version that Relay names to servers. A test keeps it equal to the package's. */
export const relayVersion = "0.1.0";

/** `relay/1.0.0 (linux; node/22.10.0; x64)` (models.md §2.5). */
export function userAgent(version = relayVersion): string {
  return `relay/${version} (${process.platform}; node/${process.versions.node}; ${process.arch})`;
}

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
