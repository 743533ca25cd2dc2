import { DOMParser, onErrorStopParsing, type Element } from "@xmldom/xmldom";
import { strFromU8, unzipSync } from "fflate";
import { propertyName } from "../document/carried.ts";

/** What is read of a Word document. */
export interface OpenedDocument {
  /** Root of `word/document.xml`. */
  document: Element;
  /** Text of the property `relay.intake`; absent: the document is of other origin. */
  property?: string;
}

const documentPart = "word/document.xml";
const propertiesPart = "docProps/custom.xml";
/** Unpacked; a file may promise less than it holds. */
const maxPartBytes = 30 * 1024 * 1024;
/** Of one part: each becomes an object, so that a small file could take all the memory. */
const maxTags = 500_000;

/** Unpacks and parses a Word document. Throws what is wrong with it. */
export function openDocument(bytes: Uint8Array): OpenedDocument {
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name !== documentPart && name !== propertiesPart) return false;
        if (originalSize > maxPartBytes) throw new Error(`${name} is larger than ${maxPartBytes} bytes`);
        return true;
      },
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`it is no Word document (${reason})`, { cause });
  }
  const document = parts[documentPart];
  if (!document) throw new Error("it is no Word document (it has no text part)");
  const properties = parts[propertiesPart];
  return {
    document: parse(documentPart, document),
    ...(properties && ownProperty(parse(propertiesPart, properties))),
  };
}

function ownProperty(root: Element): { property?: string } {
  for (const property of root.getElementsByTagName("property")) {
    if (property.getAttribute("name") === propertyName) return { property: property.textContent ?? "" };
  }
  return {};
}

function parse(name: string, part: Uint8Array): Element {
  const text = strFromU8(part).replace(/^\ufeff/u, "");
  // No Word document has one, and what it declares could grow without end.
  if (/<!DOCTYPE/iu.test(text)) throw new Error(`${name} has a document type`);
  if (countTags(text) > maxTags) throw new Error(`${name} has more than ${maxTags} tags`);
  try {
    const root = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
      text,
      "text/xml",
    ).documentElement;
    if (root) return root;
  } catch (cause) {
    const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw new Error(`${name} is damaged: ${reason}`, { cause });
  }
  throw new Error(`${name} is empty`);
}

function countTags(text: string): number {
  let count = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) count++;
  return count;
}
