import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface SourceText {
  file: string;
  text: string;
}

export interface SourceTexts {
  /** First arguments of `localize`; an argument that is no literal appears as its code, in backquotes. */
  localized: Set<string>;
  /** Prose that does not go through `localize`, is not logged and not only compared. */
  bare: SourceText[];
}

/** Names of properties, variables and members whose values the editor shows. */
const shownNames =
  /^(title|label|detail|description|prompt|placeholder|tooltip|openLabel|saveLabel|reason|text|word|message|name|busyReason)$/i;
/** Functions whose texts go to the log. */
const logging = /(^|\.)(inBackground|trace|info|warn|error|createOutputChannel)$/;

/** Texts in the sources of a folder; tests are left out. */
export function sourceTexts(folder: string): SourceTexts {
  const found: SourceTexts = { localized: new Set(), bare: [] };
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")).sort()) {
    const code = readFileSync(join(folder, name), "utf8");
    const file = name.replaceAll("\\", "/");
    visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true), file, found);
  }
  return found;
}

function visit(node: ts.Node, file: string, found: SourceTexts): void {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText();
    if (logging.test(called) && called !== "console.error") {
      for (const argument of node.arguments) if (!isText(argument)) visit(argument, file, found);
      return;
    }
    const [first, ...values] = node.arguments;
    if (called === "localize" && first) {
      found.localized.add(ts.isStringLiteralLike(first) ? first.text : `\`${first.getText()}\``);
      for (const value of values) visit(value, file, found);
      return;
    }
  }
  if (isText(node) && isProse(node)) found.bare.push({ file, text: node.getText().slice(1, -1) });
  ts.forEachChild(node, (child) => visit(child, file, found));
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Two words in a row anywhere; where the editor shows it also a single one with a capital. */
function isProse(node: ts.StringLiteralLike | ts.TemplateExpression): boolean {
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("\u0000")
    : node.text;
  if (/\p{L}{2,}[,:;]? \p{L}|\u0000 \p{L}{2,}|\p{L}{2,}[:,]? \u0000/u.test(text)) return true;
  return /^\p{Lu}\p{Ll}/u.test(text) && isShown(node);
}

function isShown({ parent }: ts.Node): boolean {
  if (ts.isNewExpression(parent) || ts.isCallExpression(parent)) return true;
  if (ts.isConditionalExpression(parent)) return isShown(parent);
  if (ts.isPropertyAssignment(parent)) return shownNames.test(parent.name.getText());
  if (ts.isVariableDeclaration(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(parent.left) &&
    shownNames.test(parent.left.name.text)
  );
}
