import { BuilderElement, type XmlComponent } from "docx";

/** An element that the library has no class for. */
export function element(
  name: string,
  values: Record<string, string | number> = {},
  children: readonly XmlComponent[] = [],
): XmlComponent {
  const attributes = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { key, value }]));
  return new BuilderElement<Record<string, string | number>>({
    name,
    ...(Object.keys(values).length > 0 && { attributes }),
    children,
  });
}
