import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What every exported page contains beside its data. */
export interface PageAssets {
  script: string;
  style: string;
}

/** Beside a bundle, in its folder or the one above; else where the build puts them. */
const places = ["./session-page/", "../session-page/", "../../../dist/session-page/"];

export function readPageAssets(): PageAssets {
  const folder = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(new URL("main.js", url))));
  if (!folder) throw new Error("The script of exported pages is missing: build or install Relay again.");
  return {
    script: readFileSync(new URL("main.js", folder), "utf8"),
    style: readFileSync(new URL("page.css", folder), "utf8"),
  };
}
