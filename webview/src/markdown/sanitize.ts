import DOMPurify from "dompurify";
import type { Config, DOMPurify as Purifier } from "dompurify";

const tags = [
  ..."p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a span".split(" "),
  ..."table thead tbody tr th td".split(" "),
];
const attributes = ["class", "href", "title", "start", "data-href", "data-tex", "data-display"];

const messageConfig: Config = {
  ALLOWED_TAGS: tags,
  ALLOWED_ATTR: attributes,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Links are opened by the host from `data-href`; none of them leads anywhere by itself.
  ALLOWED_URI_REGEXP: /^#$/,
  ADD_URI_SAFE_ATTR: ["data-href", "data-tex", "title"],
  RETURN_DOM_FRAGMENT: true,
};
const drawingConfig: Config = {
  USE_PROFILES: { svg: true, svgFilters: true },
  ADD_TAGS: ["style"],
  FORBID_TAGS: ["a", "image", "foreignObject", "use", "script"],
  FORBID_ATTR: ["href", "xlink:href"],
};

let ofMessages: Purifier | undefined;
let ofDrawings: Purifier | undefined;

/** The second gate behind the parser: only what a message needs gets into the document. */
export function sanitizeHtml(html: string): Node {
  ofMessages ??= purifier(messageConfig);
  // A fragment, by the configuration: its nodes go into the document as they were looked at, not parsed anew.
  return ofMessages.sanitize(html) as string | Node as Node;
}

/** A drawing made by a library: shapes and text, no script, no link, nothing foreign, no outside reference. */
export function sanitizeSvg(svg: string): string {
  ofDrawings ??= purifier(drawingConfig);
  return ofDrawings.sanitize(svg);
}

/**
 * One of its own per configuration: it is read once instead of at every call, which is a block of a message
 * that streams, and hooks that another library adds to the shared one do not matter here.
 */
function purifier(config: Config): Purifier {
  const own = DOMPurify(window);
  own.setConfig(config);
  return own;
}
