import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { markdownTable } from "./markdownTable.ts";

const folder = "agent/coding-agent/src/extensions";

/** What a factory, a handler, a command and a tool get: heading, file, interfaces. */
const parts: readonly [heading: string, file: string, names: readonly string[]][] = [
  ["The factory's argument", "types/api.ts", ["ExtensionAPI"]],
  [
    "Commands, options and models",
    "types/api.ts",
    ["CommandDefinition", "ShortcutDefinition", "CommandCompletion"],
  ],
  ["The context of handlers and tools", "types/context.ts", ["ExtensionContext", "CompactOptions"]],
  ["The context of commands", "types/context.ts", ["ExtensionCommandContext", "SessionOperations"]],
  ["The context of `withSession`", "types/context.ts", ["ReplacedSessionContext"]],
  ["Options of messages", "types/context.ts", ["SendMessageOptions", "SendUserMessageOptions"]],
  ["The context of `execute`", "types/tools.ts", ["ToolExecutionContext", "NestedToolOutcome", "ToolInfo"]],
  ["`ctx.ui`", "types/ui.ts", ["ExtensionUIContext", "ExtensionDialogOptions", "Theme", "Component"]],
  ["`ctx.modelRegistry`", "modelRegistry.ts", ["ModelRegistry"]],
  ["`ctx.modelRegistry.authStorage`", "authStorage.ts", ["AuthStorage"]],
  ["Renderers", "types/renderers.ts", ["ToolRenderers", "ToolRenderContext", "StoredRenderOptions"]],
  ["MCP servers", "types/mcp.ts", ["McpServerConfig", "McpServerRegistration"]],
];

const eventFiles = [
  "sessionEvents",
  "agentEvents",
  "boundary",
  "providerEvents",
  "toolEvents",
  "systemPrompt",
];

/** docs/extension-api.md: every member that the types declare, with what they say about it. */
export function extensionReference(root: string): string {
  const sections = parts.map(([heading, file, names]) => {
    const declared = declarationsOf(join(root, folder, file));
    return [`## ${heading}`, ...names.map((name) => describe(name, declared))].join("\n\n");
  });
  return [...sections, events(root)].join("\n\n");
}

type Declaration = ts.InterfaceDeclaration | ts.ClassDeclaration;

function declarationsOf(path: string): Map<string, Declaration> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Map<string, Declaration>();
  for (const statement of source.statements) {
    const isDeclaration = ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement);
    if (isDeclaration && statement.name) found.set(statement.name.text, statement);
  }
  return found;
}

function describe(name: string, declared: ReadonlyMap<string, Declaration>): string {
  const declaration = declared.get(name);
  if (!declaration) throw new Error(`The reference of extensions names ${name}, which no type declares`);
  const rows = [...declaration.members].flatMap((member) => {
    const row = memberRow(member);
    return row ? [row] : [];
  });
  const extended = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.map((type) => type.getText()),
  );
  const text = [
    commentOf(declaration),
    extended.length > 0
      ? `Has everything of ${extended.map((type) => `\`${oneLine(type)}\``).join(", ")}.`
      : "",
  ];
  return [
    `### ${name}`,
    text.filter(Boolean).join(" "),
    rows.length > 0 ? markdownTable(["Member", "Meaning"], rows) : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

function memberRow(member: ts.TypeElement | ts.ClassElement): [string, string] | undefined {
  if (ts.isConstructorDeclaration(member) || !member.name) return undefined;
  return [`\`${signature(member)}\``, commentOf(member)];
}

/** Of methods of classes, without their bodies. */
function signature(member: ts.TypeElement | ts.ClassElement): string {
  const body = ts.isMethodDeclaration(member) ? member.body : undefined;
  const source = member.getSourceFile().text;
  const text = source.slice(member.getStart(), body ? body.getStart() : member.getEnd());
  return oneLine(text.replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, "")).replace(/[;,]$/, "");
}

function commentOf(node: ts.Node): string {
  const texts = ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  return oneLine(texts.join(" "));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function events(root: string): string {
  const types = join(root, folder, "types");
  const declared = new Map(eventFiles.flatMap((file) => [...declarationsOf(join(types, `${file}.ts`))]));
  const map = declarationsOf(join(types, "eventMap.ts")).get("ExtensionEventMap");
  const rows = [...(map?.members ?? [])].flatMap((member): string[][] => {
    if (!ts.isPropertySignature(member) || !member.type || !ts.isTupleTypeNode(member.type)) return [];
    const [payload = "", result = ""] = member.type.elements.map((element) =>
      element.getText().replace(/^\w+\./, ""),
    );
    return [[`\`${member.name.getText()}\``, fieldsOf(payload, declared), fieldsOf(result, declared)]];
  });
  if (rows.length === 0) throw new Error("The map of events could not be read");
  return ["## Events", markdownTable(["Event", "Payload", "What a handler can return"], rows)].join("\n\n");
}

/** Fields of a type beside `type`; the type itself where it is no list of fields. */
function fieldsOf(name: string, declared: ReadonlyMap<string, Declaration>): string {
  if (name === "undefined") return "";
  const fields = ownFields(name.replace(/<.*$/, ""), declared);
  return fields.length > 0 ? fields.map((field) => `\`${field}\``).join(", ") : `\`${name}\``;
}

function ownFields(name: string, declared: ReadonlyMap<string, Declaration>): string[] {
  const declaration = declared.get(name);
  if (!declaration) return [];
  const inherited = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap((type) => ownFields(type.expression.getText(), declared)),
  );
  const own = [...declaration.members].map(signature).filter((field) => !field.startsWith("type:"));
  return [...inherited, ...own];
}
