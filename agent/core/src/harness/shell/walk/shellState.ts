import type { Statement } from "../tree.ts";
import type { Argument } from "./argument.ts";

/** What a shell remembers from one command to the next. */
export class ShellState {
  /** Values of variables whose assignment stands in the text. */
  readonly variables: Map<string, readonly Argument[]>;
  /** Program or function, then its parameters: `$0`, `$1` and so on. Not known: empty. */
  parameters: readonly Argument[] = [];
  readonly functions: Map<string, Statement>;
  readonly aliases: Map<string, readonly Argument[]>;
  /** Absolute; the base of relative paths. */
  cwd: string;
  errexit = false;
  pipefail = false;
  /** Absolute paths of files from the network. Files outlive a shell: every copy has the same. */
  readonly downloads: Set<string>;

  constructor(cwd: string, downloads = new Set<string>()) {
    this.cwd = cwd;
    this.downloads = downloads;
    this.variables = new Map();
    this.functions = new Map();
    this.aliases = new Map();
  }

  /** Value of `$name`; `undefined` where nobody can tell. */
  valueOf(name: string): readonly Argument[] | undefined {
    const assigned = this.variables.get(name);
    if (assigned || this.parameters.length === 0) return assigned;
    if (name === "@" || name === "*") {
      return this.parameters.length > 1 ? this.parameters.slice(1) : undefined;
    }
    const parameter = /^\d+$/.test(name) ? this.parameters[Number(name)] : undefined;
    return parameter && [parameter];
  }

  /** A subshell's copy: it starts the same and hands nothing back. */
  copy(): ShellState {
    const copy = new ShellState(this.cwd, this.downloads);
    for (const [name, value] of this.variables) copy.variables.set(name, value);
    for (const [name, body] of this.functions) copy.functions.set(name, body);
    for (const [name, words] of this.aliases) copy.aliases.set(name, words);
    copy.parameters = this.parameters;
    copy.errexit = this.errexit;
    copy.pipefail = this.pipefail;
    return copy;
  }
}
