import { relative } from "node:path";
import { commands, languages, Range, Uri, window } from "vscode";
import type { Diagnostic } from "vscode";
import { localize } from "../base/localize.ts";
import type { Host } from "../host/host.ts";
import { problemsText } from "../editor/problems.ts";
import { selectedText } from "../editor/selection.ts";
import { isInside } from "../editor/openPlaces.ts";
import type { CommandGroup } from "./command.ts";

/** What the editor's menus hand to the chat. They fill the composer; the user sends. */
export const editorCommands = {
  "relay.explainSelection": (host) => withSelection(host, localize("Explain this code.")),
  "relay.fixSelection": (host) => withSelection(host, localize("Fix this code.")),
  "relay.addSelection": (host) => withSelection(host, ""),
  "relay.addFile": async (host, argument) => {
    const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
    if (!uri) throw new Error(localize("No file is chosen"));
    const session = await host.chatSession();
    const { mentions, images, refused } = await host.editor.resolveFiles([uri.toString()], session);
    const [problem] = refused;
    if (problem) throw new Error(`${problem.name}: ${problem.reason}`);
    for (const { name, image } of images) session.attachments.addImage(image, name);
    await host.fillComposer(session, mentions.map((mention) => `${mention} `).join(""));
  },
  "relay.fixDiagnostic": async (host, argument) => {
    const place = fixPlace(argument) ?? activePlace();
    if (!place) throw new Error(localize("There is no problem at the cursor"));
    const session = await host.chatSession();
    const path = relative(session.cwd, place.uri.fsPath).replaceAll("\\", "/");
    const problems = place.diagnostics.map(({ message, range }) =>
      localize("- line {0}: {1}", range.start.line + 1, message),
    );
    await host.fillComposer(session, [localize("Fix this in @{0}:", path), ...problems].join("\n"));
  },
  "relay.addProblems": async (host) => {
    const session = await host.chatSession();
    const text = problemsText(session.cwd);
    if (text === "") throw new Error(localize("The editor has no problems for this folder"));
    session.attachments.addText("Problems", text);
    await host.focusChat("focusComposer");
  },
  "relay.intake": async (host, argument) => {
    const session = await host.chatSession();
    const source = argument instanceof Uri ? [sourceOf(argument, session.cwd)] : [];
    session.store.set({ intake: { task: "", sources: source, outputFile: "", isSubmitted: false } });
    await host.focusChat("focusComposer");
  },
  "relay.harness": (host) => host.harness.open(),
  "relay.openFolder": async () => {
    await commands.executeCommand("vscode.openFolder");
  },
} satisfies CommandGroup;

async function withSelection(host: Host, prompt: string): Promise<void> {
  const session = await host.chatSession();
  const selected = selectedText(session.cwd);
  if (!selected) throw new Error(localize("Nothing is selected in a file of the session's folder"));
  session.attachments.addText(selected.label, selected.text);
  await host.fillComposer(session, prompt);
}

function sourceOf(uri: Uri, cwd: string): string {
  return isInside(uri.fsPath, cwd) ? relative(cwd, uri.fsPath).replaceAll("\\", "/") : uri.fsPath;
}

/** What a quick fix hands over. */
export interface FixPlace {
  uri: Uri;
  diagnostics: readonly Diagnostic[];
}

function fixPlace(argument: unknown): FixPlace | undefined {
  if (
    typeof argument !== "object" ||
    argument === null ||
    !("uri" in argument) ||
    !("diagnostics" in argument)
  ) {
    return undefined;
  }
  const { uri, diagnostics } = argument;
  return uri instanceof Uri && Array.isArray(diagnostics) ? { uri, diagnostics } : undefined;
}

function activePlace(): FixPlace | undefined {
  const editor = window.activeTextEditor;
  if (!editor) return undefined;
  const { uri } = editor.document;
  const at = new Range(editor.selection.start, editor.selection.end);
  const diagnostics = languages.getDiagnostics(uri).filter(({ range }) => range.intersection(at));
  return diagnostics.length === 0 ? undefined : { uri, diagnostics };
}
