import type { SyntaxNode } from "../syntax.ts";

/** `@{ Path = 'dist'; Recurse = $true }` as the parameters that `@name` hands on; `undefined`: no hash literal. */
export function parametersOf(value: SyntaxNode, source: string): string | undefined {
  let node: SyntaxNode | undefined = value;
  while (node && node.type !== "hash_literal_expression") {
    const named: SyntaxNode[] = node.children.filter((child) => child.isNamed);
    node = named.length === 1 ? named[0] : undefined;
  }
  if (!node) return undefined;
  const entries = node.children
    .flatMap((child) => (child.type === "hash_literal_body" ? child.children : []))
    .filter(({ type }) => type === "hash_entry");
  return entries.map((entry) => parameterOf(entry, source)).join(" ");
}

function parameterOf(entry: SyntaxNode, source: string): string {
  const [key, value] = ["key_expression", "pipeline"].map((type) => {
    const child = entry.children.find((each) => each.type === type);
    return child ? source.slice(child.startIndex, child.endIndex) : "";
  });
  const name = (key ?? "").replace(/^["']|["']$/g, "");
  if (/^\$true$/i.test(value ?? "")) return `-${name}`;
  return /^\$false$/i.test(value ?? "") ? `-${name}:$false` : `-${name} ${value}`;
}
