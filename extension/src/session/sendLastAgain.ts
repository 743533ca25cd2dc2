import { localize } from "../base/localize.ts";
import type { OpenSession } from "./openSession.ts";

/** Sends the newest message of the user again, in the place of the one that failed: as another branch. */
export async function sendLastAgain(session: OpenSession): Promise<void> {
  const { entries } = await session.request({ type: "get_entries", path: "active" });
  const last = entries.findLast((entry) => entry.type === "message" && entry.message.role === "user");
  if (!last) throw new Error(localize("There is no message to send again"));
  const {
    cancelled,
    editorText = "",
    images,
  } = await session.request({
    type: "navigate_tree",
    targetId: last.id,
  });
  if (cancelled) return;
  await session.request({ type: "prompt", message: editorText, ...(images && { images }) });
}
