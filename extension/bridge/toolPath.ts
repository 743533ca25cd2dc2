import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The file that an `edit` or `write` call means, read as those tools read it (sessions-and-tools.md 11). */
export function toolPath(argument: string, cwd: string): string {
  let path = argument.startsWith("@") ? argument.slice(1) : argument;
  path = path.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
  if (path === "~") path = homedir();
  else if (path.startsWith("~/") || (process.platform === "win32" && path.startsWith("~\\"))) {
    path = join(homedir(), path.slice(2));
  }
  if (path.startsWith("file://")) path = fileURLToPath(path);
  if (process.platform === "win32") path = driveOf(path);
  return resolve(cwd, path);
}

/** `/c/x` and `/mnt/c/x`, as shells of Windows write `C:\x`. */
function driveOf(path: string): string {
  const [, drive, rest = ""] = /^\/(?:mnt\/|cygdrive\/)?([a-zA-Z])(?:\/(.*))?$/s.exec(path) ?? [];
  return drive === undefined ? path : `${drive.toUpperCase()}:\\${rest.replaceAll("/", "\\")}`;
}
