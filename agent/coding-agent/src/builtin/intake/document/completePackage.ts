import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from "fflate";

const contentTypes = "[Content_Types].xml";
const core = "docProps/core.xml";
const styleSheet = "word/styles.xml";

export interface PackageAdditions {
  /** Of the text, as the properties name it. */
  language: string;
  /** XML of styles that the library cannot write. */
  styles: string;
}

/** The package in the order that readers of streams expect, and with what the library leaves out. */
export function completePackage(bytes: Uint8Array, { language, styles }: PackageAdditions): Uint8Array {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).sort((a, b) => Number(b === contentTypes) - Number(a === contentTypes));
  const ordered: Zippable = {};
  for (const name of names) {
    const part = parts[name];
    if (!part) continue;
    if (name === core) ordered[name] = atEnd(part, `<dc:language>${language}</dc:language>`);
    else ordered[name] = name === styleSheet ? atEnd(part, styles) : part;
  }
  return zipSync(ordered, { level: 6 });
}

/** Puts elements last into the root of a part. */
function atEnd(part: Uint8Array, elements: string): Uint8Array {
  return strToU8(strFromU8(part).replace(/(?=<\/[\w:]+>\s*$)/u, () => elements));
}
