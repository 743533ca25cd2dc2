/** Fields that may hold a key or a password, whatever the record. */
const secretFields = new Set(["key", "value", "apiKey", "secret"]);
const maxCharacters = 2000;

/** A record of the protocol for the log: short, and without what must not be read there. */
export function traceText(record: object): string {
  const text = JSON.stringify(record, (name, value: unknown) =>
    secretFields.has(name) && typeof value === "string" ? "[hidden]" : value,
  );
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text;
}
