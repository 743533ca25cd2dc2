import type { ImageContent } from "@relay-harness/protocol";

const shown = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** An image file as the host takes it; `undefined` for other types. */
export async function readImage(file: File): Promise<(ImageContent & { name: string }) | undefined> {
  if (!shown.includes(file.type)) return undefined;
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
  return {
    type: "image",
    data: address.slice(address.indexOf(",") + 1),
    mimeType: file.type,
    name: file.name,
  };
}

/** Addresses of what was dropped: files of the explorer, of tabs, of other programs. */
export function droppedUris(transfer: DataTransfer): string[] {
  const codeUris = transfer.getData("application/vnd.code.uri-list") || transfer.getData("text/uri-list");
  const fromEditor = transfer.getData("CodeEditors") || transfer.getData("CodeFiles");
  const listed = codeUris.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  return listed.length > 0 ? listed : urisIn(fromEditor);
}

function urisIn(json: string): string[] {
  if (json === "") return [];
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter((value): value is string => typeof value === "string") : [];
  } catch {
    // Another program's data under the editor's name: nothing to take from it.
    return [];
  }
}
