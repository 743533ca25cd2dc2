import { isJsonObject } from "@relay-harness/protocol";
import type { LanguageId, Understanding } from "./intent.ts";

/** A fenced block that spells out one tool call; a program that prepares a request for the guide writes it. */
const block = /^```relay-call\n([^]*?)\n```$/gmu;

const languages: Readonly<Record<string, LanguageId>> = { en: "english", pt: "portuguese", es: "spanish" };

/** The call that the last such block of a message spells out; `undefined` when there is none that can be read. */
export function spelledCall(text: string): Understanding | undefined {
  const last = Array.from(text.matchAll(block)).at(-1)?.[1];
  if (last === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(last);
  } catch {
    // What cannot be read is a request like any other, and is answered so.
    return undefined;
  }
  if (!isJsonObject(value) || typeof value.tool !== "string" || !isJsonObject(value.arguments))
    return undefined;
  const { tool, arguments: given, note, language } = value;
  return {
    language: (typeof language === "string" && languages[language]) || "english",
    intents: [{ kind: "call", tool, arguments: given, ...(typeof note === "string" && { note }) }],
  };
}
