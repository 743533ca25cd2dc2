import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";

/** Parts of a document as text, by name, in their order. */
export function documentParts(bytes: Uint8Array): Map<string, string> {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
}

/** The same document with its text part changed, as a reader's program would write it. */
export function withDocumentXml(bytes: Uint8Array, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes);
  const name = "word/document.xml";
  parts[name] = strToU8(change(strFromU8(parts[name] ?? new Uint8Array())));
  return zipSync(parts);
}

/** Text of a document as a program without layout sees it: all `w:t`, a line per paragraph. */
export function documentText(bytes: Uint8Array): string {
  const xml = documentParts(bytes).get("word/document.xml") ?? "";
  return xml
    .replaceAll("</w:p>", "\n")
    .replaceAll(/<w:br\/>/gu, "\n")
    .replaceAll(/<[^>]+>/gu, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Throws when a part is not well formed. */
export function assertWellFormed(bytes: Uint8Array): void {
  for (const [name, text] of documentParts(bytes)) {
    try {
      new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, "text/xml");
    } catch (cause) {
      throw new Error(`${name} is not well formed`, { cause });
    }
  }
}
