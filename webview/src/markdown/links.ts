/** Schemes that the host may open; it decides again. Anything else stays text. */
const openable = /^(?:https?|mailto):/i;
const withScheme = /^[a-z][a-z0-9+.-]*:/i;
/** `a.ts:31`, `a.ts:31:5`: not a scheme. */
const fileWithLine = /^[^:/?#]+\.[\w-]+:\d+(?::\d+)?$/;

export function isOpenableAddress(address: string): boolean {
  // Control characters and spaces in front are ignored by browsers when they read a scheme.

  const trimmed = address.replace(/[\u0000-\u0020]/g, "");
  if (trimmed === "" || trimmed.startsWith("//") || trimmed.startsWith("\\\\")) return false;
  return openable.test(trimmed) || !withScheme.test(trimmed) || fileWithLine.test(trimmed);
}

/** Calls `open` with the address of a link that was clicked below `root`, and keeps the browser out of it. */
export function listenForLinks(root: Document | HTMLElement, open: (href: string) => void): () => void {
  const onClick = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const href = link.dataset["href"];
    if (event.type === "click" && href) open(href);
  };
  // Middle clicks and drags would reach the editor's own handling of links.
  const kinds = ["click", "auxclick", "dragstart"];
  for (const kind of kinds) root.addEventListener(kind, onClick, { capture: true });
  return () => kinds.forEach((kind) => root.removeEventListener(kind, onClick, { capture: true }));
}
