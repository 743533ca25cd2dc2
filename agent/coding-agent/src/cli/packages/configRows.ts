import { printable } from "../../base/printable.ts";
import type { ConfigItem } from "./configItems.ts";

/** One line of the list. */
export type ConfigRow = { heading: string } | { item: ConfigItem };

/** The items with all words of a search in their line or heading, in their order. */
export function findItems(items: readonly ConfigItem[], search: string): ConfigItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = `${oneLine(item.group)} ${itemText(item)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Items below the headings of their groups. */
export function rowsOf(items: readonly ConfigItem[]): ConfigRow[] {
  return items.flatMap((item, index): ConfigRow[] =>
    items[index - 1]?.group === item.group ? [{ item }] : [{ heading: oneLine(item.group) }, { item }],
  );
}

/** Kind and name. */
export function itemText({ type, name }: ConfigItem): string {
  return `${type.replace(/s$/, "")} ${oneLine(name)}`;
}

/** Without line ends, commands for the terminal and marks that turn the direction of text around. */
export function oneLine(text: string): string {
  return printable(text)
    .replace(/[\n\t\u2028\u2029]/g, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Stays the same when something is turned on or off. */
export function keyOf({ group, type, path }: ConfigItem): string {
  return JSON.stringify([group, type, path]);
}
