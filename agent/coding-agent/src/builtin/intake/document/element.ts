import { XmlComponent, type IContext } from "docx";

type Xml = ReturnType<XmlComponent["prepForXml"]>;
type Values = Readonly<Record<string, string | number>>;

/** An element that the library has no class for, written as it is given. */
export class Element extends XmlComponent {
  constructor(
    name: string,
    private readonly values: Values = {},
    private readonly children: readonly (Element | string)[] = [],
  ) {
    super(name);
  }

  /** A document has thousands of these: none is taken apart again. */
  override prepForXml(context: IContext): Xml {
    const children = this.children.map((child) =>
      typeof child === "string" ? child : child.prepForXml(context),
    );
    const attributes = { _attr: this.values };
    return { [this.rootKey]: children.length > 0 ? [attributes, ...children] : attributes };
  }
}

export function element(name: string, values?: Values, children?: readonly (Element | string)[]): Element {
  return new Element(name, values, children);
}
