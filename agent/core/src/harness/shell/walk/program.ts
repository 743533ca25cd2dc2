import type { Argument } from "./argument.ts";
import type { Program } from "./call.ts";

/** Folders whose files are commands, not scripts of a project. */
const commandFolders = new Set(["bin", "sbin", ".bin", "Scripts", "scripts.exe"]);
/** Launchers that projects carry with them. */
const projectLaunchers = new Set(["mvnw", "gradlew", "artisan", "manage.py"]);

/** The program that a first word names; `undefined` when its name is not in the text. */
export function programOf(path: Argument, scriptOf?: Program["scriptOf"]): Program | undefined {
  const text = path.text.replaceAll("\\", "/");
  const base = text.slice(text.lastIndexOf("/") + 1);
  if (path.kind === "dynamic" && (base === text || /[$`(){}"']/.test(base))) return undefined;
  // `@` and `-` in front are make's, in a line of a Makefile.
  const name = base.replace(/\.(exe|cmd|bat)$/i, "").replace(/^[@-]+(?=\w)/, "");
  const folder = text.split("/").at(-2);
  const isPath = text.includes("/") && !commandFolders.has(folder ?? "");
  const isScript = (isPath || scriptOf !== undefined) && !projectLaunchers.has(name);
  return scriptOf && isScript ? { name, path, isScript, scriptOf } : { name, path, isScript };
}

/** The program that a variable is named after: `$KUBECTL`, `"${DOCKER_CMD}"`, make's `$(MAKE)`. */
export function programNamedBy(argument: Argument): string | undefined {
  const name = /^\$(?:env:)?(?:\{|\((?=[A-Z]))?([A-Za-z]\w*)[})]?$/.exec(argument.text)?.[1];
  return name
    ?.toLowerCase()
    .replace(/_(cmd|bin)$/, "")
    .replaceAll("_", "-");
}
