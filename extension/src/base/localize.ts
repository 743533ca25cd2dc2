type Value = string | number;
type Translate = (english: string, ...values: Value[]) => string;

/** Until the editor's translations are there, and in files that run without it: the English text. */
let translate: Translate = (english, ...values) =>
  english.replace(/\{(\d)\}/g, (place, index: string) => String(values[Number(index)] ?? place));

/**
 * A text that the user reads, in the language of the editor. `{0}`, `{1}` are filled in. `english` has to be
 * a literal: the tests read it from the source to compare it with the bundles in `extension/l10n`.
 */
export function localize(english: string, ...values: Value[]): string {
  return translate(english, ...values);
}

/** Returns what brings the earlier translator back. */
export function setTranslator(translator: Translate): () => void {
  const earlier = translate;
  translate = translator;
  return () => {
    translate = earlier;
  };
}
