import { localize } from "../../base/localize.ts";
import { findInEntries, readPage } from "../../session/pages.ts";
import type { ChatHandlers } from "../chatContext.ts";

/** Pages of the transcript, and moves in its tree. */
export const entryHandlers = {
  "entries/page": (params, { session }) => readPage(session, params),
  "find/query": ({ query }, { session }) => findInEntries(session, query),
  "entry/edit": async ({ entryId }, { session, review }) => {
    const {
      cancelled,
      editorText = "",
      images = [],
    } = await session.request({
      type: "navigate_tree",
      targetId: entryId,
    });
    if (cancelled) return null;
    images.forEach((image, index) => session.attachments.addImage(image, localize("Image {0}", index + 1)));
    session.drafts.emit({ text: editorText, mode: "replace", focus: true });
    review.offerRestore(session, entryId);
    return null;
  },
  "entry/fork": async ({ entryId }, context) => {
    await context.fork(context.session, entryId);
    return null;
  },
  "session/resumeRecent": async (_params, context) => {
    const { recent } = context.session;
    if (!recent) throw new Error(localize("There is no earlier session in this folder"));
    await context.resume(recent.path, recent.cwd);
    return null;
  },
  "entry/goTo": async ({ entryId }, { session }) => {
    await session.request({ type: "navigate_tree", targetId: entryId });
    return null;
  },
} satisfies Partial<ChatHandlers>;
