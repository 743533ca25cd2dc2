import { signal } from "@preact/signals";
import { strings } from "./strings.ts";
import type { StringKey } from "./strings.ts";

type Value = string | number;

/** English text -> translation, as the host sent it. A view that is drawn before it comes is drawn again. */
const bundle = signal<Readonly<Record<string, string>>>({});

export function setBundle(translations: Readonly<Record<string, string>>): void {
  bundle.value = translations;
}

/** A text of the table in the user's language, with its values filled in. */
export function text(key: StringKey, ...values: readonly Value[]): string {
  const english: string = strings[key];
  return fill(pick(bundle.value[english] ?? english, values[0]), values);
}

function pick(template: string, count: Value | undefined): string {
  const [one = "", other] = template.split("|");
  return other === undefined || count === 1 || count === "1" ? one : other;
}

function fill(template: string, values: readonly Value[]): string {
  return template.replace(/\{(\d)\}/g, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? whole : typeof value === "number" ? formatCount(value) : value;
  });
}

/** A number with separators. */
export function formatCount(value: number): string {
  return value.toLocaleString("en-US");
}
