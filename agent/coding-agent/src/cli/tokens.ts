import { findOption, type CliOption } from "./options.ts";

/** Flag that an extension registered; `name` without dashes. */
export interface ExtensionFlag {
  name: string;
  type: "boolean" | "string";
}

/** The command line taken apart, before any meaning is checked. */
export interface Tokens {
  /** Values by long option name, in order. A flag has one empty value per use. */
  options: Map<string, string[]>;
  /** Options of either kind in the order they were given. */
  order: string[];
  extensionFlags: Record<string, boolean | string>;
  unknownOptions: string[];
  messages: string[];
  files: string[];
  errors: string[];
}

/** Splits `argv`; `flags` are known names beyond the built-in options (cli.md §1.1). */
export function tokenize(argv: readonly string[], flags: readonly ExtensionFlag[]): Tokens {
  return new Tokenizer(argv, flags).run();
}

class Tokenizer {
  readonly #argv: readonly string[];
  readonly #flags: ReadonlyMap<string, ExtensionFlag>;
  #at = 0;
  readonly #tokens: Tokens = {
    options: new Map(),
    order: [],
    extensionFlags: {},
    unknownOptions: [],
    messages: [],
    files: [],
    errors: [],
  };

  constructor(argv: readonly string[], flags: readonly ExtensionFlag[]) {
    this.#argv = argv;
    this.#flags = new Map(flags.map((flag) => [`--${flag.name}`, flag]));
  }

  run(): Tokens {
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token === "--") {
        for (const rest of this.#argv.slice(this.#at)) this.#positional(rest);
        break;
      }
      if (token === "-" || !token.startsWith("-")) this.#positional(token);
      else this.#option(token);
    }
    return this.#tokens;
  }

  #next(): string | undefined {
    const token = this.#argv[this.#at];
    if (token !== undefined) this.#at++;
    return token;
  }

  #positional(token: string): void {
    if (token.startsWith("@") && token.length > 1) this.#tokens.files.push(token.slice(1));
    else this.#tokens.messages.push(token);
  }

  #option(token: string): void {
    const equals = token.startsWith("--") ? token.indexOf("=") : -1;
    const name = equals === -1 ? token : token.slice(0, equals);
    const attached = equals === -1 ? undefined : token.slice(equals + 1);
    const option = findOption(name);
    const flag = this.#flags.get(name);
    if (option) this.#builtin(option, name, attached);
    else if (flag) this.#extensionFlag(flag, name, attached);
    else if (name.startsWith("--")) this.#tokens.unknownOptions.push(name);
    else this.#tokens.errors.push(`Unknown option: ${token}`);
  }

  #builtin(option: CliOption, given: string, attached: string | undefined): void {
    const value = this.#valueOf(option, given, attached);
    if (value === undefined) return;
    this.#tokens.order.push(option.name);
    const values = this.#tokens.options.get(option.name);
    if (values) values.push(value);
    else this.#tokens.options.set(option.name, [value]);
  }

  /** `undefined` after an error. */
  #valueOf(option: CliOption, given: string, attached: string | undefined): string | undefined {
    switch (option.kind) {
      case "flag":
        if (attached !== undefined) return this.#error(`${given} takes no value`);
        if (option.name === "--print") this.#frontmatterPrompt();
        return "";
      case "optional":
        return attached ?? (/^[^-@]/.test(this.#argv[this.#at] ?? "") ? this.#next() : "");
      case "text":
        return attached ?? this.#next() ?? this.#error(`${given} requires a value`);
      default:
        return attached ?? this.#plainValue(given);
    }
  }

  #plainValue(given: string): string | undefined {
    const next = this.#argv[this.#at];
    if (next === undefined || next.startsWith("-")) return this.#error(`${given} requires a value`);
    return this.#next();
  }

  /** A prompt that starts with YAML frontmatter is no option when it follows `--print`. */
  #frontmatterPrompt(): void {
    if (this.#argv[this.#at]?.startsWith("---")) this.#tokens.messages.push(this.#next() ?? "");
  }

  #extensionFlag({ name, type }: ExtensionFlag, given: string, attached: string | undefined): void {
    if (type === "boolean") {
      if (attached !== undefined) this.#error(`${given} takes no value`);
      else this.#tokens.extensionFlags[name] = true;
      return;
    }
    const value = attached ?? this.#plainValue(given);
    if (value !== undefined) this.#tokens.extensionFlags[name] = value;
  }

  #error(message: string): undefined {
    this.#tokens.errors.push(message);
    return undefined;
  }
}
