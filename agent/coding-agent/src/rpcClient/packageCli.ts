import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The `relay` command of the package that this code is part of, built or in the source tree. */
export function packageCliPath(): string {
  const places = ["./cli.js", "../cli.js", "../../dist/cli.js"];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error("The relay command was not found beside RpcClient; set cliPath");
  return found;
}
