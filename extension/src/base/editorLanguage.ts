// Imported first by extension.ts: tables of other files hold texts, and are made when they are imported.
import { l10n } from "vscode";
import { setTranslator } from "./localize.ts";

setTranslator((english, ...values) => l10n.t(english, ...values));

/** Texts of the webviews in the editor's language; a bundle is there only when that is not English. */
export function translations(): Record<string, string> {
  if (!l10n.bundle) return {};
  const entries = Object.entries(l10n.bundle).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}
