import type { Statement } from "../tree.ts";
import type { Argument } from "./argument.ts";

/** What a shell remembers from one command to the next. */
export class ShellState {
  /** Values of variables whose assignment stands in the text. */
  readonly variables: Map<string, readonly Argument[]>;
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

  /** A subshell's copy: it starts the same and hands nothing back. */
  copy(): ShellState {
    const copy = new ShellState(this.cwd, this.downloads);
    for (const [name, value] of this.variables) copy.variables.set(name, value);
    for (const [name, body] of this.functions) copy.functions.set(name, body);
    for (const [name, words] of this.aliases) copy.aliases.set(name, words);
    copy.errexit = this.errexit;
    copy.pipefail = this.pipefail;
    return copy;
  }
}
