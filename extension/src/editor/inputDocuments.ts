import {
  EventEmitter,
  FileChangeType,
  FileSystemError,
  FileType,
  TabInputText,
  Uri,
  window,
  workspace,
} from "vscode";
import type { Disposable, FileChangeEvent, FileStat, FileSystemProvider } from "vscode";
import { localize } from "../base/localize.ts";
import type { OpenSession } from "../session/openSession.ts";

interface InputFile {
  id: string;
  session: OpenSession;
  bytes: Uint8Array;
  time: number;
}

/**
 * Documents in memory for the agent's `editor` questions: saving answers with the text, closing cancels
 * (vscode.md 7). A file system and no untitled document, which would ask where to save.
 */
export class InputDocuments implements FileSystemProvider {
  private readonly files = new Map<string, InputFile>();
  private readonly changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;

  constructor(private readonly scheme = "relay-input") {}

  register(): Disposable[] {
    return [
      this.changes,
      workspace.registerFileSystemProvider(this.scheme, this, { isCaseSensitive: true }),
      // A document itself may be kept for minutes after its tab was closed.
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof TabInputText) this.close(input.uri);
      }),
    ];
  }

  async show(id: string, session: OpenSession): Promise<void> {
    const card = session.dialogs.get(id);
    if (card?.method !== "editor") throw new Error(localize("This question is over"));
    const title =
      card.title
        .replace(/[\\/:*?"<>|\r\n]/g, " ")
        .trim()
        .slice(0, 60) || localize("Answer");
    const uri = Uri.from({ scheme: this.scheme, path: `/${id}/${title}.md` });
    if (!this.files.has(uri.path)) {
      const bytes = Buffer.from(card.prefill ?? "");
      this.files.set(uri.path, { id, session, bytes, time: Date.now() });
    }
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  /** Answers with the text as it is in the editor now. */
  async submit(id: string): Promise<void> {
    const document = workspace.textDocuments.find(
      ({ uri }) => uri.scheme === this.scheme && this.files.get(uri.path)?.id === id,
    );
    if (!document) throw new Error(localize("The document of this question is not open"));
    this.answer(document.uri, document.getText());
    if (document.isDirty) await document.save();
  }

  stat(uri: Uri): FileStat {
    const { bytes, time } = this.file(uri);
    return { type: FileType.File, ctime: time, mtime: time, size: bytes.length };
  }

  readFile(uri: Uri): Uint8Array {
    return this.file(uri).bytes;
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    const file = this.files.get(uri.path);
    if (!file) throw FileSystemError.FileNotFound(uri);
    file.bytes = content;
    file.time = Date.now();
    this.changes.fire([{ type: FileChangeType.Changed, uri }]);
    this.answer(uri, Buffer.from(content).toString("utf8"));
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  private answer(uri: Uri, value: string): void {
    const file = this.files.get(uri.path);
    file?.session.dialogs.answer(file.id, { value });
  }

  /** After a save the question is answered already, and this does nothing. */
  private close(uri: Uri): void {
    if (uri.scheme !== this.scheme) return;
    const file = this.files.get(uri.path);
    this.files.delete(uri.path);
    file?.session.dialogs.answer(file.id, { cancelled: true });
  }

  private file(uri: Uri): InputFile {
    const file = this.files.get(uri.path);
    if (!file) throw FileSystemError.FileNotFound(uri);
    return file;
  }
}
