import DOMPurify from "dompurify";

const tags = [
  ..."p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a span".split(" "),
  ..."table thead tbody tr th td".split(" "),
];
const attributes = ["class", "href", "title", "start", "data-href", "data-tex", "data-display"];

/** The second gate behind the parser: only what a message needs gets into the document. */
export function sanitizeHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Links are opened by the host from `data-href`; none of them leads anywhere by itself.
    ALLOWED_URI_REGEXP: /^#$/,
    ADD_URI_SAFE_ATTR: ["data-href", "data-tex", "title"],
  });
}

/** A drawing made by a library: shapes and text, no script, no link, nothing foreign, no outside reference. */
export function sanitizeSvg(svg: string): string {
  return DOMPurify.sanitize(svg, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ["style"],
    FORBID_TAGS: ["a", "image", "foreignObject", "use", "script"],
    FORBID_ATTR: ["href", "xlink:href"],
  });
}
