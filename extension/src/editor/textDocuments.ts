import { languages, Uri, window, workspace } from "vscode";
import type { Disposable } from "vscode";
import { localize } from "../base/localize.ts";

const scheme = "relay-text";
const maxKept = 20;

/** Read-only documents with texts of a session, such as the whole output of a tool. */
export class TextDocuments {
  private readonly texts = new Map<string, string>();
  private nextId = 1;

  register(): Disposable {
    return workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) =>
        this.texts.get(uri.path) ?? localize("This text is no longer kept."),
    });
  }

  async show({
    title,
    text,
    language = "plaintext",
  }: {
    title: string;
    text: string;
    language?: string;
  }): Promise<void> {
    const path = `/${this.nextId++}/${title.replace(/[\\/\r\n]/g, " ").slice(0, 80)}`;
    this.texts.set(path, text);
    for (const old of this.texts.keys()) {
      if (this.texts.size <= maxKept) break;
      this.texts.delete(old);
    }
    const document = await workspace.openTextDocument(Uri.from({ scheme, path }));
    await window.showTextDocument(document, { preview: true, preserveFocus: false });
    if (language !== "plaintext") await languages.setTextDocumentLanguage(document, language);
  }
}
