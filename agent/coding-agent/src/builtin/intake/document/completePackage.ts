import { Packer, type Document } from "docx";
import { zipPackage } from "./zipPackage.ts";

const contentTypes = "[Content_Types].xml";
const core = "docProps/core.xml";
const styleSheet = "word/styles.xml";

export interface PackageAdditions {
  /** Of the text, as the properties name it. */
  language: string;
  /** XML of styles that the library cannot write. */
  styles: string;
}

/** Files of a package by their paths, as the library's packer compresses them. */
interface Compiler {
  compile: (document: Document) => ReadonlyMap<string, string | Uint8Array>;
}

/** The package in the order that readers of streams expect, and with what the library leaves out. */
export function completePackage(document: Document, { language, styles }: PackageAdditions): Uint8Array {
  // Of the library's packer, its part that writes the files: what it has compressed, nothing can be added to.
  const { compiler } = Packer as unknown as { compiler: Compiler };
  const parts = [...compiler.compile(document)];
  parts.sort(([a], [b]) => Number(b === contentTypes) - Number(a === contentTypes));
  const completed = parts.map(([path, content]): [string, Uint8Array] => {
    if (typeof content !== "string") return [path, content];
    if (path === core) return [path, atEnd(content, `<dc:language>${language}</dc:language>`)];
    return [path, path === styleSheet ? atEnd(content, styles) : Buffer.from(content)];
  });
  return zipPackage(new Map(completed));
}

/** Puts elements last into the root of a part. */
function atEnd(part: string, elements: string): Uint8Array {
  return Buffer.from(part.replace(/(?=<\/[\w:]+>\s*$)/u, () => elements));
}
