/** Names of keys, for `matchesKey`. */
export const Key = {
  ...{
    escape: "escape",
    esc: "escape",
    enter: "enter",
    return: "enter",
    insert: "insert",
    tab: "tab",
    space: "space",
    backspace: "backspace",
    delete: "delete",
  },
  ...{ up: "up", down: "down", left: "left", right: "right", home: "home", end: "end" },
  ...{ pageUp: "pageUp", pageDown: "pageDown" },
  ...{ f1: "f1", f2: "f2", f3: "f3", f4: "f4", f5: "f5", f6: "f6" },
  ...{ f7: "f7", f8: "f8", f9: "f9", f10: "f10", f11: "f11", f12: "f12" },
  ctrl: (key: string): string => `ctrl+${key}`,
  shift: (key: string): string => `shift+${key}`,
  alt: (key: string): string => `alt+${key}`,
  ctrlShift: (key: string): string => `ctrl+shift+${key}`,
  shiftCtrl: (key: string): string => `shift+ctrl+${key}`,
  ctrlAlt: (key: string): string => `ctrl+alt+${key}`,
  altCtrl: (key: string): string => `alt+ctrl+${key}`,
  shiftAlt: (key: string): string => `shift+alt+${key}`,
  altShift: (key: string): string => `alt+shift+${key}`,
  ctrlShiftAlt: (key: string): string => `ctrl+shift+alt+${key}`,
} as const;

/** Such as `escape` or `ctrl+c`. */
export type KeyId = string;

/** What terminals send for keys that are no characters. */
const sequences: Readonly<Record<string, string>> = {
  "\u001b": "escape",
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  " ": "space",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u001b[Z": "shift+tab",
};

const letters: Readonly<Record<string, string>> = {
  ...{ A: "up", B: "down", C: "right", D: "left", H: "home", F: "end" },
  ...{ P: "f1", Q: "f2", R: "f3", S: "f4" },
};
const numbers: Readonly<Record<string, string>> = {
  ...{ 2: "insert", 11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8" },
  ...{ 20: "f9", 21: "f10", 23: "f11", 24: "f12" },
  ...{ 1: "home", 3: "delete", 4: "end", 5: "pageUp", 6: "pageDown", 7: "home", 8: "end" },
};
const codes: Readonly<Record<string, string>> = {
  ...{ 9: "tab", 13: "enter", 27: "escape", 32: "space", 127: "backspace" },
};

/** Name of the key that a terminal reports, such as `ctrl+c`; `undefined` for what is none. */
export function parseKey(data: string): string | undefined {
  const known = sequences[data];
  if (known !== undefined) return known;
  const [, number, modifiers, , ending = ""] =
    /^\u001b(?:\[|O)(\d+)?(?:;(\d+)(:\d+)?)?([A-Zu~])$/.exec(data) ?? [];
  const name = ending === "~" ? numbers[number ?? ""] : ending === "u" ? charOf(number) : letters[ending];
  if (name !== undefined) return withModifiers(name, Number(modifiers ?? "1"));
  if (/^[\u0001-\u001a]$/.test(data)) return `ctrl+${String.fromCharCode(data.charCodeAt(0) + 96)}`;
  if (/^\u001b[\u0001-\u001a\u0020-\u007f]$/.test(data))
    return `alt+${parseKey(data.slice(1)) ?? data.slice(1)}`;
  if (/^[A-Z]$/.test(data)) return `shift+${data.toLowerCase()}`;
  return [...data].length === 1 ? data : undefined;
}

/** Whether a terminal reports this key; modifiers in any order. */
export function matchesKey(data: string, key: string): boolean {
  const parsed = parseKey(data);
  return parsed !== undefined && normalized(parsed) === normalized(key);
}

/** A key was let go: terminals that are asked to also report that. */
export function isKeyRelease(data: string): boolean {
  return /^\u001b\[\d*;\d+:3[A-Zu~]$/.test(data);
}

/** The character that a terminal reports as a key with a number; `undefined`: it is a key without one. */
export function decodeKittyPrintable(data: string): string | undefined {
  const [, code = "", shifted, modifiers = "1"] =
    /^\u001b\[(\d+)(?::(\d*))?[\d:]*(?:;(\d+)(?::[12])?)?u$/.exec(data) ?? [];
  const held = Math.max(0, Number(modifiers) - 1);
  if (code === "" || (held & ~1) !== 0) return undefined;
  const point = held === 1 && shifted ? Number(shifted) : Number(code);
  // Below are control characters, in the private area keys such as F13.
  if (point < 32 || point === 127 || (point >= 0xe000 && point <= 0xf8ff) || point > 0x10ffff)
    return undefined;
  return String.fromCodePoint(point);
}

function charOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return codes[code] ?? String.fromCodePoint(Math.min(Number(code), 0x10ffff));
}

/** The terminal sends one more than the sum of shift 1, alt 2, ctrl 4 and super 8. */
function withModifiers(name: string, sent: number): string {
  const bits = Math.max(0, sent - 1);
  const held = [
    bits & 8 ? "super+" : "",
    bits & 4 ? "ctrl+" : "",
    bits & 2 ? "alt+" : "",
    bits & 1 ? "shift+" : "",
  ];
  return held.join("") + name;
}

const aliases: Readonly<Record<string, string>> = { esc: "escape", return: "enter", del: "delete" };

function normalized(key: string): string {
  const parts = key.toLowerCase().split(/\+(?=.)/);
  const name = parts.pop() ?? "";
  return [...parts.sort(), aliases[name] ?? name].join("+");
}
