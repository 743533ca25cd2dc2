import type { ImageContent } from "@relay-harness/protocol";
import type { AttachmentView } from "@relay-harness/protocol/webview";

/** Bytes of one captured text. */
const maxTextBytes = 100 * 1024;
const cutNote = "\n[cut]";

type Attachment = AttachmentView & ({ kind: "image"; image: ImageContent } | { kind: "text"; text: string });

/** What goes along with the next message (vscode.md 6). */
export class Attachments {
  private items: Attachment[] = [];
  private nextId = 1;

  constructor(private readonly onChange: (views: AttachmentView[]) => void) {}

  addImage(image: ImageContent, label: string): AttachmentView {
    const bytes = Math.floor((image.data.length * 3) / 4);
    return this.add({ id: this.newId(), kind: "image", image, label, bytes, isCut: false });
  }

  addText(label: string, text: string): AttachmentView {
    const { text: kept, isCut } = cutToBytes(text, maxTextBytes);
    const bytes = Buffer.byteLength(kept);
    return this.add({ id: this.newId(), kind: "text", text: kept, label, bytes, isCut });
  }

  image(id: string): ImageContent | undefined {
    const item = this.items.find((candidate) => candidate.id === id);
    return item?.kind === "image" ? item.image : undefined;
  }

  remove(id: string): void {
    this.items = this.items.filter((item) => item.id !== id);
    this.tell();
  }

  get views(): AttachmentView[] {
    return this.items.map(viewOf);
  }

  /** The message as it is sent: the text as typed, then what was captured, and the images beside it. */
  compose(text: string): { message: string; images: ImageContent[]; labels: string[] } {
    const blocks = this.items.flatMap((item) =>
      item.kind === "text" ? [fileBlock(item.label, item.text)] : [],
    );
    return {
      message: [text, ...blocks].filter((part) => part !== "").join("\n\n"),
      images: this.items.flatMap((item) => (item.kind === "image" ? [item.image] : [])),
      labels: this.items.map(({ label }) => label),
    };
  }

  clear(): void {
    if (this.items.length === 0) return;
    this.items = [];
    this.tell();
  }

  private add(item: Attachment): AttachmentView {
    this.items.push(item);
    this.tell();
    return viewOf(item);
  }

  private newId(): string {
    return `a${this.nextId++}`;
  }

  private tell(): void {
    this.onChange(this.views);
  }
}

function viewOf({ id, kind, label, bytes, isCut }: Attachment): AttachmentView {
  return { id, kind, label, bytes, isCut };
}

/** Captured text in the form that the agent takes for quoted: nothing in it can end the quotation. */
export function fileBlock(label: string, text: string): string {
  const name = label.replace(/["<>\r\n]/g, "'");
  return `<file name="${name}">\n${text.replace(/<\/file/gi, "<\\/file")}\n</file>`;
}

/** Cuts between characters; `isCut` texts end with a note that says so. */
function cutToBytes(text: string, maxBytes: number): { text: string; isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return { text, isCut: false };
  const kept = new TextDecoder("utf-8").decode(bytes.subarray(0, maxBytes), { stream: true });
  return { text: kept + cutNote, isCut: true };
}
