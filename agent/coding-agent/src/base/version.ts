import { readFileSync } from "node:fs";

declare const __RELAY_VERSION__: string | undefined;

/** Version of this package: put in by the build, read from package.json when run from sources. */
export const version: string =
  typeof __RELAY_VERSION__ === "string"
    ? __RELAY_VERSION__
    : (
        JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
          version: string;
        }
      ).version;
