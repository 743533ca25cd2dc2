import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

/** What stands where a secret was. */
const redacted = "<redacted>";

/** `authorizationGate` is a setting. */
const secretName =
  /token|secret|password|passphrase|api[-_]?key|private[-_]?key|access[-_]?key|authorization(?!gate)|credential|cookie/i;

/** Objects whose values may all be secrets. */
const secretObjects = new Set(["headers", "env"]);

const secretShapes = [
  /\bBearer\s+[\w.~+/=-]+/gi,
  /\bsk-[\w-]{3,}/g,
  /\bgh[a-z]_\w+/g,
  /\bgithub_pat_\w+/g,
  /\bxox[a-z]-[\w-]+/g,
];

const urls = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`]+/gi;

/**
 * A copy without secrets (sessions-and-tools.md §7): values under telling names, everything in `headers`
 * and `env`, and what `redactText` finds in the strings that are left.
 */
export function redact(value: JsonObject): JsonObject;
export function redact(value: unknown): unknown;
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map((inner) => redact(inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactNamed(name, inner)]));
}

function redactNamed(name: string, value: unknown): unknown {
  if (secretObjects.has(name.toLowerCase()) && isJsonObject(value)) return blank(value);
  if (!secretName.test(name)) return redact(value);
  // Limits and budgets, not secrets.
  if (typeof value === "number" && /tokens$/i.test(name)) return value;
  return blank(value);
}

/** The same shape without a single value. */
function blank(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blank);
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, blank(inner)]));
  }
  return value === null || value === undefined ? value : redacted;
}

/** Text without credentials in its URLs and without strings that have the shape of a secret. */
export function redactText(text: string): string {
  const withoutUrlSecrets = text.replace(urls, redactUrl);
  return secretShapes.reduce((rest, shape) => rest.replace(shape, redacted), withoutUrlSecrets);
}

function redactUrl(url: string): string {
  const [, scheme = "", authority = "", rest = ""] = /^([^:]+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return scheme + host + rest.replace(/([?&#])([^=&#]*)=([^&#]*)/g, redactParameter);
}

function redactParameter(whole: string, separator: string, name: string): string {
  return secretName.test(decodeName(name)) ? `${separator}${name}=${encodeURIComponent(redacted)}` : whole;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // A stray percent sign: the name is what it looks like.
    if (error instanceof URIError) return name;
    throw error;
  }
}
