import type { DropResult } from "@relay-harness/protocol/webview";
import { localize } from "../../base/localize.ts";
import type { OpenSession } from "../../session/openSession.ts";
import type { ChatHandlers, ResolvedFiles } from "../chatContext.ts";

/** What helps to write a message, and what goes along with it. */
export const composerHandlers = {
  "completion/arguments": ({ command, prefix }, { session }) =>
    session.request({ type: "get_completions", command, prefix }),
  "mention/search": async ({ query, limit }, { session, editor }) => ({
    items: await editor.searchMentions(query, limit, session),
  }),
  "attachment/capture": async ({ reference }, { session, editor }) => {
    const { label, text } = await editor.capture(reference, session);
    return session.attachments.addText(label, text);
  },
  "attachment/addImage": ({ name, ...image }, { session }) => session.attachments.addImage(image, name),
  "attachment/drop": async ({ uris }, { session, editor }) =>
    addFiles(session, await editor.resolveFiles(uris, session)),
  "attachment/pick": async (_params, { session, editor }) =>
    addFiles(session, await editor.resolveFiles(await editor.pickFiles(session), session)),
  "attachment/remove": ({ id }, { session }) => {
    session.attachments.remove(id);
    return null;
  },
  "attachment/image": ({ id }, { session }) => {
    const image = session.attachments.image(id);
    if (!image) throw new Error(localize("This image is no longer attached"));
    return image;
  },
  "selection/include": async ({ isIncluded }, { editor }) => {
    await editor.includeSelection(isIncluded);
    return null;
  },
  "folder/choose": async ({ path }, context) => {
    await context.chooseFolder(path);
    return null;
  },
} satisfies Partial<ChatHandlers>;

function addFiles(session: OpenSession, { mentions, images, refused }: ResolvedFiles): DropResult {
  const attachments = images.map(({ name, image }) => session.attachments.addImage(image, name));
  return { insert: mentions, attachments, refused };
}
