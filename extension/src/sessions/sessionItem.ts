import type { SessionSummary } from "@relay-harness/protocol";

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

export const sessionGroups = ["Today", "Yesterday", "Last 7 days", "Older"] as const;
export type SessionGroup = (typeof sessionGroups)[number];

/** In which part of the list a session stands. `now` in milliseconds, in the user's own time zone. */
export function groupOf(modified: string, now: number): SessionGroup {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const age = midnight.getTime() - Date.parse(modified);
  if (!(age > 0)) return "Today";
  if (age <= day) return "Yesterday";
  return age <= 6 * day ? "Last 7 days" : "Older";
}

export function sessionLabel({ name, firstMessage }: Pick<SessionSummary, "name" | "firstMessage">): string {
  return name ?? (firstMessage.replace(/\s+/g, " ").trim().slice(0, 80) || "Empty session");
}
