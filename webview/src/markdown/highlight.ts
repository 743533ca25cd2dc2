import type { HLJSApi } from "highlight.js";

let loading: Promise<HLJSApi> | undefined;

/** Code as HTML with classes, or `undefined` for a language that is not among the common ones. */
export async function highlight(code: string, language: string): Promise<string | undefined> {
  if (language === "" || code.length > maxLength) return undefined;
  loading ??= import("highlight.js/lib/common").then((module) => module.default);
  const library = await loading;
  if (!library.getLanguage(language)) return undefined;
  return library.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Beyond this the colours would cost more than they give. */
const maxLength = 100_000;
