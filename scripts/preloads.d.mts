import type { Metafile } from "esbuild";

export function preloadsOf(metafile: Metafile): Record<string, string[]>;
