import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from "fflate";

const contentTypes = "[Content_Types].xml";
const core = "docProps/core.xml";

/**
 * The package in the order that readers of streams expect, and with the language of its text, which the library
 * does not write among the properties.
 */
export function completePackage(bytes: Uint8Array, { language }: { language: string }): Uint8Array {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).sort((a, b) => Number(b === contentTypes) - Number(a === contentTypes));
  const ordered: Zippable = {};
  for (const name of names) {
    const part = parts[name];
    if (!part) continue;
    ordered[name] = name === core ? withLanguage(part, language) : part;
  }
  return zipSync(ordered, { level: 6 });
}

function withLanguage(part: Uint8Array, language: string): Uint8Array {
  const element = `<dc:language>${language}</dc:language>`;
  return strToU8(strFromU8(part).replace("</cp:coreProperties>", `${element}</cp:coreProperties>`));
}
