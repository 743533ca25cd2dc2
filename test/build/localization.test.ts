import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { localize, setTranslator } from "../../extension/src/base/localize.ts";
import { strings } from "../../webview/src/strings/strings.ts";
import { sourceTexts } from "../support/sourceTexts.ts";

const root = join(import.meta.dirname, "../..");
/** As VS Code writes them in names of files. */
const languages = ["pt-br", "es"];

type Texts = Record<string, string>;

function texts(path: string): Texts {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Texts;
}

const manifestTexts = texts("package.nls.json");
const host = sourceTexts(join(root, "extension/src"));
const wanted = [...new Set([...host.localized, ...Object.values(strings)])].sort();

/** English text beside its translation, for both kinds of bundles. */
function pairs(language: string): [string, string, string][] {
  const bundle = Object.entries(texts(`extension/l10n/bundle.l10n.${language}.json`));
  const nls = Object.entries(texts(`package.nls.${language}.json`));
  return [
    ...bundle.map(([english, text]): [string, string, string] => [english, english, text]),
    ...nls.map(([key, text]): [string, string, string] => [key, manifestTexts[key] ?? "", text]),
  ];
}

function wrong(language: string, isRight: (english: string, text: string) => boolean): string[] {
  return pairs(language).flatMap(([key, english, text]) => (isRight(english, text) ? [] : [key]));
}

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\d\}/g))].sort();
const commandsOf = (text: string): string[] => text.match(/\(command:[\w.]+\)/g) ?? [];
const sameList = (left: readonly string[], right: readonly string[]): boolean => left.join() === right.join();

/** What stays English: by file, the beginnings of its texts. */
const untranslated: Readonly<Record<string, readonly string[]>> = {
  // Said to the model.
  "chat/handlers/dialogs.ts": ["Continue."],
  "chat/handlers/prompts.ts": ["Continue."],
  "chat/handlers/review.ts": ["Verify the last change"],
  "commands/editorCommands.ts": ["Problems"],
  "composer/attachments.ts": ["<file name="],
  "editor/mentions.ts": ["Problems", "Changes that are not committed"],
  "editor/problems.ts": ["… ${"],
  "editor/terminalCapture.ts": ["Terminal"],
  "host/dirtyFileRow.ts": ["${path} is saved", "${path} has unsaved changes in the editor"],
  "review/sessionChanges.ts": ["The developer has put", "Reverted files"],
  "session/sending.ts": ["Attached text"],
  // Names.
  "chat/harnessPanel.ts": ["Relay Harness"],
  "host/statusBar.ts": ["Relay"],
  "host/statusText.ts": ["Relay: "],
  // The page around a document.
  "chat/webviewAssets.ts": ["Relay", "relay in-editor"],
  "chat/webviewHtml.ts": ["style-src", "font-src", "img-src", "<!DOCTYPE html>"],
  // Seen in the log alone: the other side broke the protocol.
  "agent/trace.ts": ["${text.slice"],
  "bridge/hostBridge.ts": ["The bridge sent no"],
  "chat/viewChannel.ts": ["${method} is a notice"],
  "session/pages.ts": ["A page is before or after an entry"],
};

const isUntranslated = ({ file, text }: { file: string; text: string }): boolean =>
  (untranslated[file] ?? []).some((beginning) => text.startsWith(beginning));

describe("texts of the extension", () => {
  it("vscode.md 1: the host shows no text past the bundles, and none that the tests cannot read", () => {
    assert.deepEqual(
      host.bare.filter((found) => !isUntranslated(found)),
      [],
    );
    assert.deepEqual(
      [...host.localized].filter((text) => text.startsWith("`")),
      [],
    );
  });

  it("only texts that exist are left untranslated", () => {
    const isThere = (file: string, beginning: string): boolean =>
      host.bare.some((found) => found.file === file && found.text.startsWith(beginning));
    const gone = Object.entries(untranslated).flatMap(([file, beginnings]) =>
      beginnings.filter((beginning) => !isThere(file, beginning)).map((beginning) => `${file}: ${beginning}`),
    );
    assert.deepEqual(gone, []);
  });

  it("are made in the language of the editor: tables of texts come after it", () => {
    const entry = readFileSync(join(root, "extension/src/extension.ts"), "utf8");
    assert.match(entry, /^import \{ translations \} from "\.\/base\/editorLanguage\.ts";/);
  });

  it("are English until there is a translation, and never read a value as a place", () => {
    assert.equal(localize("{0} of {1} tokens", "{1}", 2), "{1} of 2 tokens");
  });

  it("go through the translator with their values", () => {
    const asked: unknown[] = [];
    const restore = setTranslator((...question) => {
      asked.push(question);
      return "pronto";
    });
    assert.equal(localize("Model: {0}", "offline"), "pronto");
    restore();
    assert.deepEqual(asked, [["Model: {0}", "offline"]]);
    assert.equal(localize("Model: {0}", "offline"), "Model: offline");
  });

  it("vscode.md 1: there are bundles for the languages of the specification alone", () => {
    const named = (folder: string, pattern: RegExp): string[] =>
      readdirSync(join(root, folder)).flatMap((name) => pattern.exec(name)?.[1] ?? []);
    assert.deepEqual(named("extension/l10n", /^bundle\.l10n\.(.+)\.json$/).sort(), [...languages].sort());
    assert.deepEqual(named(".", /^package\.nls\.(.+)\.json$/).sort(), [...languages].sort());
  });

  it("the manifest says where the bundles are", () => {
    const { l10n } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { l10n?: string };
    assert.equal(l10n, "./extension/l10n");
  });

  for (const language of languages) {
    describe(language, () => {
      it("vscode.md 1: has every text of host and webview, and no other", () => {
        assert.deepEqual(Object.keys(texts(`extension/l10n/bundle.l10n.${language}.json`)).sort(), wanted);
      });

      it("vscode.md 1: has every text of the manifest, and no other", () => {
        assert.deepEqual(
          Object.keys(texts(`package.nls.${language}.json`)).sort(),
          Object.keys(manifestTexts).sort(),
        );
      });

      it("has the same places for values, commands and forms of number", () => {
        const isRight = (english: string, text: string): boolean =>
          sameList(placesOf(english), placesOf(text)) &&
          sameList(commandsOf(english), commandsOf(text)) &&
          english.split("|").length === text.split("|").length;
        assert.deepEqual(wrong(language, isRight), []);
      });

      it("has no empty text, and keeps spaces and ellipses at the ends", () => {
        const edges = (text: string): string => `${/^\s/.test(text)}${/\s$/.test(text)}${/…$/.test(text)}`;
        const isRight = (english: string, text: string): boolean =>
          text.trim() !== "" && edges(english) === edges(text);
        assert.deepEqual(wrong(language, isRight), []);
      });

      it("vscode.md 2: begins titles of slash commands with their names", () => {
        const slash = (text: string): string => /^\/\w+: /.exec(text)?.[0] ?? "";
        assert.deepEqual(
          wrong(language, (english, text) => slash(english) === slash(text)),
          [],
        );
      });

      it("has every step of the walkthrough", () => {
        const folder = join(root, "extension/media/walkthrough");
        const steps = readdirSync(folder).filter((name) => /^\w+\.md$/.test(name));
        assert.deepEqual(
          steps.filter((name) => !existsSync(join(folder, name.replace(/md$/, `nls.${language}.md`)))),
          [],
        );
        assert.notEqual(steps.length, 0);
      });

      it("calls a command of the palette and its dialog by one word", () => {
        const bundle = texts(`extension/l10n/bundle.l10n.${language}.json`);
        const nls = texts(`package.nls.${language}.json`);
        const different = Object.entries(manifestTexts).flatMap(([key, english]) => {
          if (key.startsWith("walkthrough.")) return [];
          const plain = english.replace(/…$/, "");
          const inHost = bundle[english] ?? bundle[plain];
          const inManifest = bundle[english] === undefined ? nls[key]?.replace(/…$/, "") : nls[key];
          return inHost === undefined || inHost === inManifest ? [] : [`${inManifest} / ${inHost}`];
        });
        assert.deepEqual(different, []);
      });
    });
  }
});
