import { isUtf8 } from "node:buffer";

/** A part of a JSON text: as text, or as bytes of a file. */
export type JsonPiece = string | Uint8Array;

/** The text in UTF-8; bytes that are none become U+FFFD. */
export function joinJson(pieces: readonly JsonPiece[]): Buffer {
  const bytes = Buffer.concat(
    pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
  return isUtf8(bytes) ? bytes : Buffer.from(bytes.toString("utf8"));
}
