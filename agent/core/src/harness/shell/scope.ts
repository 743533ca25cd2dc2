import type { ShellLanguage } from "./syntax.ts";
import type { ShellFacts } from "./types.ts";
import type { Argument } from "./walk/argument.ts";

/** Where a path lies. `unknown`: nothing in front of the part that is not known tells. */
export type Place = "inside" | "temp" | "outside" | "unknown";

const systemFolders =
  "/bin /boot /dev /etc /home /lib /lib32 /lib64 /media /mnt /opt /private /proc /root /run /sbin /srv /sys /tmp /usr /var /Applications /Library /System /Users /Volumes c:/windows c:/program@files c:/users c:/programdata"
    .split(" ")
    .map((folder) => folder.replace("@", " ").toLowerCase());

/** Paths of commands: resolved against a folder, compared with the workspace and the temporary folders. */
export class Scope {
  readonly facts: ShellFacts;
  readonly workspace: string;
  readonly home: string;
  readonly tempDirs: readonly string[];

  readonly #hasBackslashes: boolean;

  constructor(facts: ShellFacts, shell: ShellLanguage = "bash") {
    this.facts = facts;
    this.#hasBackslashes = facts.platform === "windows" || shell === "powershell";
    this.workspace = this.normalize(facts.workspace);
    this.home = this.normalize(facts.home);
    const fixed = facts.platform === "posix" ? ["/tmp", "/var/tmp", "/private/tmp"] : [];
    this.tempDirs = [...facts.tempDirs, ...fixed].map((folder) => this.normalize(folder));
  }

  /** The absolute path of a text, without `.` and `..`, with forward slashes. */
  resolve(text: string, cwd: string): string {
    const path = this.slashes(text);
    if (path === "~" || path.startsWith("~/")) return this.normalize(this.home + path.slice(1));
    if (this.isAbsolute(path)) return this.normalize(path);
    return this.normalize(`${cwd}/${path}`);
  }

  placeOf(argument: Argument, cwd: string): Place {
    if (argument.kind === "dynamic") {
      const prefix = this.slashes(argument.prefix);
      const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const isRooted = this.isAbsolute(folder) || folder.startsWith("~/") || folder.startsWith("../");
      return isRooted ? this.placeOfPath(this.resolve(folder, cwd)) : "unknown";
    }
    if (/^~[\w.-]/.test(argument.text)) return "outside";
    return this.placeOfPath(this.resolve(argument.text, cwd));
  }

  placeOfPath(path: string): Place {
    if (this.isWithin(path, this.workspace)) return "inside";
    // A workspace that lies in a temporary folder is no temporary file.
    if (this.isWithin(this.workspace, path)) return "outside";
    return this.tempDirs.some((folder) => this.isWithin(path, folder)) ? "temp" : "outside";
  }

  /** Strictly below a temporary folder, whatever the unknown parts are. */
  isBelowTemp(argument: Argument, cwd: string): boolean {
    if (argument.kind === "dynamic") return false;
    const path = this.resolve(argument.text, cwd);
    return this.placeOfPath(path) === "temp" && !this.tempDirs.some((folder) => this.same(path, folder));
  }

  /** A target that no message may allow to delete. */
  isDangerous(argument: Argument, cwd: string): boolean {
    if (argument.kind === "dynamic") return argument.text === "{stdin}";
    const written = this.slashes(argument.text).replace(/(?<=.)\/+$/, "");
    // `~/*` takes all of what `~` holds.
    const text = argument.kind === "glob" ? written.replace(/\/\.?\*+$/, "") || "/" : written;
    if (argument.kind === "glob" && text === written) return ["*", ".*"].includes(text);
    if (text === "") return false;
    if (["/", "~", ".", "..", "*", ".git"].includes(text) || /^[a-z]:$/i.test(text)) return true;
    const path = this.resolve(text, cwd);
    if (path === "/" || /^[a-z]:\/?$/i.test(path)) return true;
    if (this.isWithin(this.workspace, path) || this.same(path, this.home)) return true;
    const lower = path.toLowerCase();
    return systemFolders.some(
      (folder) => lower === folder || (lower.startsWith(`${folder}/`) && isChild(lower, folder)),
    );
  }

  isWithin(path: string, folder: string): boolean {
    const [inner, outer] = [this.fold(path), this.fold(folder)];
    return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
  }

  private same(left: string, right: string): boolean {
    return this.fold(left) === this.fold(right);
  }

  private fold(path: string): string {
    return this.facts.platform === "windows" ? path.toLowerCase() : path;
  }

  private slashes(text: string): string {
    return this.#hasBackslashes ? text.replaceAll("\\", "/") : text;
  }

  private isAbsolute(path: string): boolean {
    return path.startsWith("/") || (this.facts.platform === "windows" && /^[a-z]:\//i.test(path));
  }

  private normalize(text: string): string {
    const path = this.slashes(text);
    const drive = /^[a-z]:/i.exec(path)?.[0] ?? "";
    const parts: string[] = [];
    for (const part of path.slice(drive.length).split("/")) {
      if (part === "" || part === ".") continue;
      if (part === "..") parts.pop();
      else parts.push(part);
    }
    return `${drive}/${parts.join("/")}`;
  }
}

function isChild(path: string, folder: string): boolean {
  return !path.slice(folder.length + 1).includes("/");
}
