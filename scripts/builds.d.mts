import type { BuildOptions } from "esbuild";

export const builds: BuildOptions[];
export const codingAgentDist: string;
export const webviewDist: string;
export const sessionPageDist: string;
export const copiedPackages: string[];
export function copyAssets(): void;
