/** A path as it was typed; quotes around it, which shells need for spaces, are left out. */
export function pathArgument(argument: string): string {
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(argument) ?? [];
  return quoted ?? argument;
}
