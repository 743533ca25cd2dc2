import type { ShellParser, SyntaxNode } from "../syntax.ts";
import {
  emptyList,
  listOf,
  type Assignment,
  type LoweredCommand,
  type SimpleCommand,
  type Statement,
} from "../tree.ts";
import { joinPipeline } from "../bash/shapes.ts";
import { maskCiExpressions } from "../bash/ciExpressions.ts";
import { canonical, lexCommand } from "./lexCommand.ts";
import { netCallsIn } from "./netCalls.ts";
import { parametersOf } from "./splats.ts";
import { grammarText } from "./grammarText.ts";

/** Blocks inside words deeper than this are not looked into. */
const maximumDepth = 40;

/** The command tree of a PowerShell text; `undefined` when the parser has no grammar for it. */
export function lowerPowerShell(source: string, parser: ShellParser): LoweredCommand | undefined {
  const lowering = new PowerShellLowering(parser);
  const body = lowering.lower(maskCiExpressions(source), 0);
  return body && { body, hasError: lowering.hasError };
}

class PowerShellLowering {
  hasError = false;
  readonly #parser: ShellParser;

  constructor(parser: ShellParser) {
    this.#parser = parser;
  }

  lower(source: string, depth: number): Statement | undefined {
    if (depth > maximumDepth) {
      this.hasError = true;
      return emptyList;
    }
    // The grammar takes an empty text, as in the brackets of `$x.ToString()`, for an unfinished one.
    if (depth > 0 && source.trim() === "") return emptyList;
    const root = this.#parser.parse(grammarText(source), "powershell");
    if (!root) return undefined;
    if (root.hasError) this.hasError = true;
    return new TextLowering(source, (text) => this.lower(text, depth + 1) ?? emptyList).sequence(root);
  }
}

/** Lowers the tree of one text; words are read from the text itself. */
class TextLowering {
  readonly #source: string;
  readonly #nested: (source: string) => Statement;

  constructor(source: string, nested: (source: string) => Statement) {
    this.#source = source;
    this.#nested = nested;
  }

  sequence(node: SyntaxNode): Statement {
    return listOf(this.#statements(node));
  }

  #statements(node: SyntaxNode): Statement[] {
    return node.children.filter((child) => child.isNamed).flatMap((child) => this.#statement(child));
  }

  #statement(node: SyntaxNode): Statement[] {
    switch (node.type) {
      case "comment":
      case "empty_statement":
        return [];
      case "pipeline":
        return this.#pipeline(node);
      case "command":
        return [this.#command(node)];
      case "flow_control_statement":
        return [this.#flowControl(node)];
      case "if_statement":
      case "elseif_clause":
      case "switch_statement":
      case "try_statement":
        return [this.#branch(node)];
      case "foreach_statement":
      case "while_statement":
      case "do_statement":
      case "for_statement":
        return [this.#loop(node)];
      case "function_statement": {
        const name = node.children.find((child) => child.type === "function_name");
        return [{ type: "function", name: name ? this.#text(name) : "", body: this.sequence(node) }];
      }
      case "assignment_expression":
        return [this.#assignment(node)];
      default:
        return this.#statements(node);
    }
  }

  /** Chains joined by `&&` and `||`, each a row of stages. */
  #pipeline(node: SyntaxNode): Statement[] {
    let result: Statement | undefined;
    let type: "and" | "or" = "and";
    for (const child of node.children) {
      if (child.type === "pipeline_chain_tail") {
        type = this.#text(child).includes("||") ? "or" : "and";
        continue;
      }
      const side = child.type === "pipeline_chain" ? this.#chain(child) : listOf(this.#statement(child));
      result = result ? { type, left: result, right: side } : side;
    }
    return result ? [result] : [];
  }

  #chain(node: SyntaxNode): Statement {
    const stages = node.children
      .filter((child) => child.isNamed)
      .map((child) => (child.type === "command" ? this.#command(child) : this.#expression(child)));
    return stages.length === 0 ? emptyList : stages.reduce(joinPipeline);
  }

  #command(node: SyntaxNode): SimpleCommand {
    return lexCommand(this.#text(node), this.#nested);
  }

  /** An expression writes its value; commands may run inside it. */
  #expression(node: SyntaxNode): Statement {
    const text = this.#text(node);
    const written = lexCommand(text, this.#nested);
    const words = lexCommand("Write-Output", this.#nested).words;
    const value = { ...written, words: [...words, ...written.words], redirects: written.redirects };
    const calls = netCallsIn(node, this.#source).map(({ cmdlet, object }) =>
      object === undefined ? lexCommand(cmdlet, this.#nested) : this.#nested(`${object} | ${cmdlet}`),
    );
    return listOf([...calls, value]);
  }

  #assignment(node: SyntaxNode): Statement {
    const [left] = node.children;
    const value = node.children.find((child) => child.fieldName === "value");
    const name = /^\$(?:\{(.+)\}|([\w:]+))$/.exec(left ? this.#text(left) : "");
    const splat = name && value && parametersOf(value, this.#source);
    const body = value ? listOf(this.#statement(value)) : emptyList;
    const assigned = canonical(name?.[1] ?? name?.[2] ?? "");
    if (!name || !value) return body;
    const text = this.#text(value);
    const splatted = splat ? lexCommand(splat, this.#nested).words : this.#elements(text);
    // A literal is the variable's value; what a command prints is not known, but the command runs.
    const isLiteral = /^["'\d@$][^|]*$/.test(text) && body.type === "simple";
    const words = isLiteral && body.type === "simple" ? body.words.slice(1) : [];
    const [only] = words;
    if (words.length === 1 && only) {
      return {
        type: "simple",
        assignments: [{ name: assigned, value: only }, splatOf(assigned, splatted)],
        words: [],
        redirects: [],
        source: this.#text(node),
      };
    }
    return {
      type: "simple",
      assignments: [
        {
          name: assigned,
          value: {
            parts: [{ kind: "output", body, source: `$${assigned}`, quoted: true }],
            source: text,
          },
        },
        splatOf(assigned, splatted),
      ],
      words: [],
      redirects: [],
      source: this.#text(node),
    };
  }

  /** `'a','b'` and `@('a', 'b')`: what `@name` hands on one by one. */
  #elements(text: string): SimpleCommand["words"] {
    const list = /^@\(([^()|;]*)\)$/.exec(text)?.[1]?.trim() ?? text;
    if (!/^["'][^|;(]*,/.test(list)) return [];
    return lexCommand(list, this.#nested).words.map((word) => {
      const isSeparated = word.parts.at(-1)?.kind === "text" && word.source.endsWith(",");
      return isSeparated ? { ...word, parts: word.parts.slice(0, -1) } : word;
    });
  }

  #flowControl(node: SyntaxNode): Statement {
    return lexCommand(this.#text(node), this.#nested);
  }

  #branch(node: SyntaxNode): Statement {
    const conditions: Statement[] = [];
    const bodies: Statement[] = [];
    for (const child of node.children.filter(({ isNamed }) => isNamed)) {
      if (child.fieldName === "condition" || child.type === "switch_condition") {
        const inner = listOf(this.#statement(child));
        const source = this.#text(child);
        conditions.push(inner.type === "simple" ? { ...inner, source } : inner);
      } else if (child.type === "elseif_clauses") {
        for (const clause of child.children) bodies.push(...this.#statement(clause));
      } else bodies.push(this.sequence(child));
    }
    return { type: "branch", conditions, bodies, words: [] };
  }

  #loop(node: SyntaxNode): Statement {
    const variable =
      node.type === "foreach_statement"
        ? node.children.find((child) => child.type === "variable")
        : undefined;
    const bodies: Statement[] = [];
    const conditions: Statement[] = [];
    for (const child of node.children.filter(({ isNamed }) => isNamed)) {
      if (child === variable) continue;
      const list = child.type === "statement_block" ? bodies : conditions;
      list.push(...this.#statement(child));
    }
    return {
      type: "loop",
      variable: variable && canonical(this.#text(variable).slice(1)),
      values: [],
      condition: listOf(conditions),
      body: listOf(bodies),
    };
  }

  #text(node: SyntaxNode): string {
    return this.#source.slice(node.startIndex, node.endIndex);
  }
}

/** What `@name` stands for, kept beside the value of `$name`. */
function splatOf(name: string, words: SimpleCommand["words"]): Assignment {
  const source = `@${name}`;
  if (words.length === 0) return { name: source, value: undefined };
  return { name: source, value: { parts: [{ kind: "array", words, source }], source } };
}
