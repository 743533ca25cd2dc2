/** Raised for a glob with an unclosed class or group. */
export class GlobSyntaxError extends Error {
  readonly code = "glob-syntax";
}

function escapeLiteral(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

function escapeInClass(character: string): string {
  return /[\\^[\]-]/.test(character) ? `\\${character}` : character;
}

/** Translates one glob into the source of a regular expression. */
class GlobTranslator {
  readonly #glob: string[];
  #at = 0;
  #source = "";
  #depth = 0;

  constructor(glob: string) {
    this.#glob = [...glob];
  }

  translate(): string {
    while (this.#at < this.#glob.length) this.#step();
    if (this.#depth > 0) throw new GlobSyntaxError("Unclosed { in glob");
    return this.#source;
  }

  #peek(offset = 0): string | undefined {
    return this.#glob[this.#at + offset];
  }

  #step(): void {
    const character = this.#peek() ?? "";
    if (character === "*") {
      this.#stars();
      return;
    }
    this.#at += 1;
    if (character === "?") this.#source += "[^/]";
    else if (character === "[") this.#class();
    else if (character === "{") this.#open();
    else if (character === "}" && this.#depth > 0) this.#close();
    else if (character === "," && this.#depth > 0) this.#source += "|";
    else if (character === "\\") this.#escaped();
    else this.#source += escapeLiteral(character);
  }

  #open(): void {
    this.#depth += 1;
    this.#source += "(?:";
  }

  #close(): void {
    this.#depth -= 1;
    this.#source += ")";
  }

  #escaped(): void {
    const next = this.#peek();
    if (next === undefined) throw new GlobSyntaxError("Dangling \\ in glob");
    this.#at += 1;
    this.#source += escapeLiteral(next);
  }

  /** `**` spans directories where it is a whole path segment; elsewhere it is like `*`. */
  #stars(): void {
    const start = this.#at;
    if (this.#peek(1) !== "*") {
      this.#at += 1;
      this.#source += "[^/]*";
      return;
    }
    const before = start === 0 ? undefined : this.#glob[start - 1];
    const after = this.#peek(2);
    const isAlternative = this.#depth > 0;
    const opensSegment =
      before === undefined || before === "/" || (isAlternative && (before === "{" || before === ","));
    const endsAlternative = isAlternative && (after === "," || after === "}");
    if (!opensSegment || (after !== undefined && after !== "/" && !endsAlternative)) {
      this.#at += 2;
      this.#source += "[^/]*";
      return;
    }
    if (after === "/") {
      this.#at += 3;
      this.#source += "(?:.*/)?";
    } else {
      this.#at += 2;
      this.#source += before === "/" ? ".+" : ".*";
    }
  }

  #class(): void {
    let source = "(?!/)[";
    if (this.#peek() === "!" || this.#peek() === "^") {
      source += "^";
      this.#at += 1;
    }
    for (let first = true; ; first = false) {
      const character = this.#peek();
      if (character === undefined) throw new GlobSyntaxError("Unclosed [ in glob");
      this.#at += 1;
      if (character === "]" && !first) break;
      const isRange = character === "-" && !first && this.#peek() !== "]" && this.#peek() !== undefined;
      source += isRange ? "-" : escapeInClass(character);
    }
    this.#source += `${source}]`;
  }
}

/**
 * Regular expression of a glob over a whole `/`-separated path: `*` and `?` stay within a segment,
 * `**` spans segments, `[a-z]`, `[!a]`, `{a,b}` and `\` as in gitignore files of ripgrep and fd.
 * Names that begin with a dot are not special. Throws {@link GlobSyntaxError}.
 */
export function compileGlob(glob: string): RegExp {
  const source = new GlobTranslator(glob).translate();
  try {
    return new RegExp(`^(?:${source})$`, "su");
  } catch (error) {
    throw new GlobSyntaxError(`Invalid glob: ${glob}`, { cause: error });
  }
}
