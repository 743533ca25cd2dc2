import type { ImageContent, Model, UserContent } from "@relay-harness/protocol";

export interface ComposeOptions {
  /** `images.autoResize`. */
  autoResize: boolean;
  model: Model | undefined;
}

/**
 * Blocks of a user message: one text block, then the images as they may be sent. What becomes of an
 * image that cannot be sent stands at the end of the text (rpc.md §4.1).
 */
export async function composeMessage(
  text: string,
  images: readonly ImageContent[],
  { autoResize, model }: ComposeOptions,
): Promise<UserContent[]> {
  if (images.length === 0) return [{ type: "text", text }];
  const [{ prepareImageContent }, { imageOmittedNote }] = await Promise.all([
    import("../base/images/imageContent.ts"),
    import("../base/images/resizeImage.ts"),
  ]);
  const profile = model?.inputLimits?.images?.resize;
  const prepared = await Promise.all(
    images.map((image) => prepareImageContent(image, { autoResize, ...(profile && { profile }) })),
  );
  const kept = prepared.flatMap(({ image }) => image ?? []);
  // One text for every reason: clients know it (rpc.md §4.1).
  const omitted = prepared.flatMap(({ image }) => (image ? [] : [imageOmittedNote]));
  return [{ type: "text", text: [text, ...omitted].filter((part) => part !== "").join("\n\n") }, ...kept];
}
