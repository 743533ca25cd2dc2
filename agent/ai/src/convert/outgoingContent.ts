import type { Model, TextContent, UserContent } from "@relay-harness/protocol";
import { removeLoneSurrogates } from "./wellFormed.ts";

/** What becomes of images: sent (`undefined`), or replaced by this text. */
export type ImagePolicy = string | undefined;

/** Blocking wins over the model's abilities (models.md §16.2 rule 10). */
export function imagePolicy(model: Model, blockImages: boolean | undefined): ImagePolicy {
  if (blockImages) return "Image reading is disabled.";
  return model.input.includes("image") ? undefined : "(image omitted: model does not support images)";
}

/** User content without empty text; a run of images that may not be sent is one placeholder. */
export function outgoingContent(
  content: string | readonly UserContent[],
  images: ImagePolicy,
): UserContent[] {
  const blocks: readonly UserContent[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const outgoing: UserContent[] = [];
  let isInOmittedRun = false;
  for (const block of blocks) {
    if (block.type === "image") {
      if (images === undefined) outgoing.push(block);
      else if (!isInOmittedRun) outgoing.push({ type: "text", text: images });
      isInOmittedRun = images !== undefined;
      continue;
    }
    const text = removeLoneSurrogates(block.text);
    if (text.trim() === "") continue;
    outgoing.push({ type: "text", text });
    isInOmittedRun = false;
  }
  return outgoing;
}

/** Content of a tool result: always with text, which stands first if there is only a stand-in. */
export function resultContent(content: readonly UserContent[], images: ImagePolicy): UserContent[] {
  const outgoing = outgoingContent(content, images);
  if (outgoing.some((block) => block.type === "text")) return outgoing;
  const standIn: TextContent = {
    type: "text",
    text: outgoing.length > 0 ? "(see attached image)" : "(no tool output)",
  };
  return [standIn, ...outgoing];
}
