/** A captured text at the end of a message: `<file name="…">` and its end on lines of their own. */
const attachment = /\n*<file name="([^"\n]{1,500})">\n?[\s\S]*?<\/file>\s*$/;

/** Splits a message from the texts that went along; their content is in the message, not in the view. */
export function readAttachments(message: string): { text: string; names: string[] } {
  const names: string[] = [];
  let text = message;
  while (text.endsWith("</file>") || /<\/file>\s*$/.test(text.slice(-20))) {
    const start = text.lastIndexOf('<file name="');
    const match = start === -1 ? null : attachment.exec(text.slice(Math.max(0, start - 4)));
    if (!match?.[1]) break;
    names.unshift(decode(match[1]));
    text = text.slice(0, start).trimEnd();
  }
  return { text, names };
}

function decode(name: string): string {
  return name.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
