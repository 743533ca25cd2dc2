import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import {
  exportColors,
  fallbackColors,
  requiredColors,
  type ThemeColor,
  type ThemeResource,
} from "./theme.ts";

const topLevelKeys = ["$schema", "name", "appearance", "vars", "colors", "export"];
const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const number = String.raw`-?\d+(?:\.\d+)?`;
const colorFunction = new RegExp(
  String.raw`^(?:oklch\(\s*${number}%\s+${number}\s+${number}\s*\)|okhsl\(\s*${number}\s+${number}%\s+${number}%\s*\))$`,
);

/** Checks the content of a theme file (cli.md §12). Throws with the first thing that is wrong. */
export function parseTheme(text: string): Omit<ThemeResource, "filePath" | "sourceInfo"> {
  const theme: unknown = JSON.parse(text);
  if (!isJsonObject(theme)) throw new Error("a theme is a JSON object");
  const { name, appearance, vars = {}, colors, export: exported = {} } = theme;
  refuseUnknown(theme, topLevelKeys, "key");
  if (typeof name !== "string" || name === "" || name.includes("/") || name === "system") {
    throw new Error('name must be a text without "/", and not "system"');
  }
  if (appearance !== undefined && appearance !== "dark" && appearance !== "light") {
    throw new Error('appearance must be "dark" or "light"');
  }
  if (!isJsonObject(vars)) throw new Error("vars must be an object");
  if (!isJsonObject(colors)) throw new Error("colors must be an object");
  if (!isJsonObject(exported)) throw new Error("export must be an object");
  return {
    name,
    ...(appearance !== undefined && { appearance }),
    colors: readColors(colors, vars),
    export: readExport(exported, vars),
  };
}

function readColors(colors: JsonObject, vars: JsonObject): Record<string, ThemeColor> {
  refuseUnknown(colors, [...requiredColors, ...Object.keys(fallbackColors)], "color");
  const missing = requiredColors.filter((name) => !Object.hasOwn(colors, name));
  if (missing.length > 0) throw new Error(`colors lacks ${missing.join(", ")}`);
  const read = Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [name, resolveColor(`colors.${name}`, value, vars)]),
  );
  const fallbacks = Object.entries(fallbackColors).map(([name, other]) => [name, read[other] ?? ""] as const);
  return { ...Object.fromEntries(fallbacks), ...read };
}

function readExport(exported: JsonObject, vars: JsonObject): Record<string, string> {
  refuseUnknown(exported, exportColors, "export color");
  return Object.fromEntries(
    Object.entries(exported).map(([name, value]) => {
      const color = resolveColor(`export.${name}`, value, vars);
      if (typeof color !== "string" || !hex.test(color))
        throw new Error(`export.${name} must be #rgb or #rrggbb`);
      return [name, color];
    }),
  );
}

/** Follows variables to a colour. */
function resolveColor(where: string, value: unknown, vars: JsonObject): ThemeColor {
  const seen = new Set<string>();
  let color = value;
  while (typeof color === "string" && Object.hasOwn(vars, color)) {
    if (seen.has(color)) throw new Error(`${where}: variable ${color} leads back to itself`);
    seen.add(color);
    color = vars[color];
  }
  const isIndex = typeof color === "number" && Number.isInteger(color) && color >= 0 && color <= 255;
  if (isIndex) return color as number;
  if (typeof color === "string" && (color === "" || hex.test(color) || colorFunction.test(color)))
    return color;
  throw new Error(`${where}: ${JSON.stringify(color)} is no color and no variable`);
}

function refuseUnknown(object: JsonObject, known: readonly string[], what: string): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`unknown ${what} ${JSON.stringify(unknown)}`);
}
