import type { SessionSummary } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";

/** A stored session, as menus of the list hand it over. */
export interface StoredSession {
  path: string;
  cwd: string;
  name?: string;
}

export function sessionPathOf(argument: unknown): StoredSession | undefined {
  if (typeof argument !== "object" || argument === null || !("session" in argument)) return undefined;
  const { session } = argument;
  if (typeof session !== "object" || session === null || !("path" in session) || !("cwd" in session)) {
    return undefined;
  }
  const { path, cwd } = session;
  if (typeof path !== "string" || typeof cwd !== "string") return undefined;
  const name = "name" in session && typeof session.name === "string" ? { name: session.name } : {};
  return { path, cwd, ...name };
}

const day = 24 * 60 * 60 * 1000;

/** The parts of the list and what each is called, newest first. */
export const sessionGroups = {
  today: localize("Today"),
  yesterday: localize("Yesterday"),
  week: localize("Last 7 days"),
  older: localize("Older"),
} as const;
export type SessionGroup = keyof typeof sessionGroups;

/** In which part of the list a session stands. `now` in milliseconds, in the user's own time zone. */
export function groupOf(modified: string, now: number): SessionGroup {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const age = midnight.getTime() - Date.parse(modified);
  if (!(age > 0)) return "today";
  if (age <= day) return "yesterday";
  return age <= 6 * day ? "week" : "older";
}

export function sessionLabel({ name, firstMessage }: Pick<SessionSummary, "name" | "firstMessage">): string {
  return name ?? (firstMessage.replace(/\s+/g, " ").trim().slice(0, 80) || localize("Empty session"));
}

export function messageCountText(count: number): string {
  return count === 1 ? localize("1 message") : localize("{0} messages", count);
}
