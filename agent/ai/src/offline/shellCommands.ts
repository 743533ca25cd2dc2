/** Quotes a value so that a POSIX shell passes it on unchanged. */
export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

export function listCommand(path: string): string {
  return path === "." ? "ls -Ap" : `ls -Ap -- ${shellQuote(path)}`;
}

/** Ends with code 1 when nothing matches. */
export function searchCommand(text: string, path: string): string {
  return `grep -rnIF --exclude-dir=.git --exclude-dir=node_modules -e ${shellQuote(text)} -- ${shellQuote(path)}`;
}

export function findCommand(pattern: string, path: string): string {
  const start = path.startsWith("-") ? `./${path}` : path;
  const skipped = "-name .git -o -name node_modules";
  return `find ${shellQuote(start)} \\( ${skipped} \\) -prune -o -name ${shellQuote(pattern)} -print`;
}

/** What `existsCommand` prints for a path that there is. */
export const existsAnswer = "exists";

/** Tells whether there is such a path, and ends well either way. */
export function existsCommand(path: string): string {
  const target = shellQuote(path);
  return `if [ -e ${target} ] || [ -L ${target} ]; then echo ${existsAnswer}; else echo absent; fi`;
}

/** Refuses to overwrite. */
export function createCommand(path: string, content: string): string {
  const target = shellQuote(path);
  return `set -C; mkdir -p -- "$(dirname -- ${target})" && printf %s ${shellQuote(content)} > ${target}`;
}

export interface CommandEnd {
  /** Absent when the command was stopped or never ran. */
  exitCode?: number;
  /** What it printed, without the tool's own status line. */
  output: string;
}

/** Reads the result text of the bash tool (sessions-and-tools.md §13.1). */
export function readCommandEnd(text: string, isError: boolean): CommandEnd {
  const status = /(?:^|\n\n)Command exited with code (\d+)\s*$/.exec(text);
  const body = status ? text.slice(0, status.index) : text;
  const output = body.trim() === "(no output)" ? "" : body;
  if (status) return { exitCode: Number(status[1]), output };
  return isError ? { output } : { exitCode: 0, output };
}
