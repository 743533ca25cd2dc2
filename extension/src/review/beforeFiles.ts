import { EventEmitter, FileSystemError, FileType, Uri, workspace } from "vscode";
import type { Disposable, FileChangeEvent, FileStat, FileSystemProvider } from "vscode";

const scheme = "relay-before";
const maxKept = 200;

/**
 * Files as they were, for the editor's diff. A file system and no text provider: bytes keep their encoding
 * (vscode.md 8).
 */
export class BeforeFiles implements FileSystemProvider {
  private readonly files = new Map<string, Uint8Array>();
  private readonly changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;

  register(): Disposable[] {
    const options = { isCaseSensitive: true, isReadonly: true };
    return [this.changes, workspace.registerFileSystemProvider(scheme, this, options)];
  }

  /** `key` tells versions of one path apart. */
  add(path: string, key: string, bytes: Uint8Array): Uri {
    const uri = Uri.file(path).with({ scheme, query: key });
    this.files.set(uri.toString(), bytes);
    for (const old of this.files.keys()) {
      if (this.files.size <= maxKept) break;
      this.files.delete(old);
    }
    return uri;
  }

  stat(uri: Uri): FileStat {
    return { type: FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).length };
  }

  readFile(uri: Uri): Uint8Array {
    const bytes = this.files.get(uri.toString());
    if (!bytes) throw FileSystemError.FileNotFound(uri);
    return bytes;
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

  writeFile(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }
}
