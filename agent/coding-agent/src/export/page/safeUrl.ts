const linkSchemes = /^(?:https?|mailto):/i;
const imageData = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;

/** The target if a link may have it (sessions-and-tools.md §7), else `undefined`. */
export function safeLink(target: string): string | undefined {
  // Browsers drop control characters and blanks before they read the scheme.
  const trimmed = [...target].filter((character) => character > " ").join("");
  return linkSchemes.test(trimmed) ? trimmed : undefined;
}

/** A data URI of an image of the session; `undefined` for other types, which the page does not show. */
export function imageUri(mimeType: string, data: string): string | undefined {
  return dataImage(`data:${mimeType};base64,${data}`);
}

export function dataImage(uri: string): string | undefined {
  return imageData.test(uri) ? uri : undefined;
}
