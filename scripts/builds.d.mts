import type { BuildOptions } from "esbuild";

export const builds: BuildOptions[];
export const codingAgentDist: string;
export function copyAssets(): void;
