/**
 * Makes the children of `target` like those of `source`, which is used up. What is the same stays: the browser
 * lays out and paints what was added and no more, and a selection in it lives.
 */
export function morph(target: Node, source: Node): void {
  let old = target.firstChild;
  for (let wanted = source.firstChild; wanted;) {
    const following = wanted.nextSibling;
    const after = old?.nextSibling ?? null;
    if (old) bring(old, wanted);
    else target.appendChild(wanted);
    old = after;
    wanted = following;
  }
  while (old) {
    const after = old.nextSibling;
    old.remove();
    old = after;
  }
}

function bring(old: ChildNode, wanted: ChildNode): void {
  if (old instanceof Text && wanted.nodeType === Node.TEXT_NODE) {
    const data = wanted.nodeValue ?? "";
    if (data.startsWith(old.data)) {
      if (data.length > old.data.length) old.appendData(data.slice(old.data.length));
    } else old.data = data;
  } else if (old instanceof Element && isElement(wanted) && isAlike(old, wanted)) morph(old, wanted);
  else old.replaceWith(wanted);
}

/** Not `instanceof`: the node may come from a document without a window. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function isAlike(old: Element, wanted: Element): boolean {
  return (
    old.nodeName === wanted.nodeName &&
    old.attributes.length === wanted.attributes.length &&
    [...wanted.attributes].every(({ name, value }) => old.getAttribute(name) === value)
  );
}
