import type { ImageContent, UserContent } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";

const shown = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Images of a message or a result, inline. Types that may hold script are left out. */
export function Images({ content }: { content: readonly UserContent[] }) {
  const images = content.filter(
    (block): block is ImageContent => block.type === "image" && shown.has(block.mimeType),
  );
  if (images.length === 0) return null;
  return (
    <div class="rl-images">
      {images.map((image, index) => (
        <img
          key={index}
          src={`data:${image.mimeType};base64,${image.data}`}
          alt={text("image")}
          loading="lazy"
        />
      ))}
    </div>
  );
}
