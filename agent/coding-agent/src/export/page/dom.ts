// The little of the browser that the page uses, so that it needs no DOM types beside Node's.

export interface PageElement {
  className: string;
  textContent: string | null;
  open?: boolean;
  append(...children: (PageElement | string)[]): void;
  replaceChildren(...children: (PageElement | string)[]): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: "click", listener: () => void): void;
  scrollIntoView?(options: { block: "start" }): void;
}

export interface PageDocument {
  createElement(tag: string): PageElement;
  getElementById(id: string): PageElement | null;
}

export type Child = PageElement | string | undefined | false;

/**
 * Makes elements: `tag.class`, attributes, children. Text only ever becomes text nodes, and no markup is
 * parsed anywhere in the page: that is what keeps hostile content inert.
 */
export type Draw = (
  selector: string,
  attributes?: Record<string, string>,
  ...children: Child[]
) => PageElement;

export function drawIn(document: PageDocument): Draw {
  return (selector, attributes = {}, ...children) => {
    const [tag = "div", ...classes] = selector.split(".");
    const element = document.createElement(tag);
    if (classes.length > 0) element.className = classes.join(" ");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.filter((child) => child !== undefined && child !== false));
    return element;
  };
}
