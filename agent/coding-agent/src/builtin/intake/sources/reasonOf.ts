const reasons: Readonly<Record<string, string>> = {
  EACCES: "no permission",
  EPERM: "no permission",
  ENOENT: "there is no such file",
};

/** Why something could not be read, for who named it. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
