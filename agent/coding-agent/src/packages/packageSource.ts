import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isRemoteSource } from "../base/extensionSources.ts";
import { canonicalPath } from "../base/trust/protectedResources.ts";
import { expandTilde } from "../base/paths.ts";
import { PackageError } from "./packageError.ts";

export interface NpmSource {
  kind: "npm";
  name: string;
  /** Version, range or tag; `""` is the latest. */
  wanted: string;
  /** `wanted` is one exact version. */
  isPinned: boolean;
}

export interface GitSource {
  kind: "git";
  /** For `git clone`. */
  url: string;
  /** With its port, if it has one. */
  host: string;
  /** Without `.git`; its parts are safe as names of folders. */
  path: string;
  /** Branch, tag or commit; absent: the head of the remote. */
  ref?: string;
}

export interface LocalSource {
  kind: "local";
  /** Absolute file or folder. */
  path: string;
}

/** Where a package comes from (cli.md §11.1). */
export type ParsedSource = NpmSource | GitSource | LocalSource;

/** Reads a source; relative paths count from `baseDir`. Throws `PackageError` for one that is not safe. */
export function parseSource(text: string, baseDir: string): ParsedSource {
  const source = text.trim();
  if (source === "") throw new PackageError("The source of a package is empty");
  if (source.startsWith("npm:")) return parseNpm(source.slice("npm:".length), source);
  if (isRemoteSource(source)) return parseGit(source.replace(/^git:(?!\/\/)/, ""), source);
  const path = source.startsWith("file:") ? fileURLToPath(source) : expandTilde(source);
  return { kind: "local", path: resolve(baseDir, path) };
}

/** The same for every way to name one package: without version, ref and protocol. */
export function identityOf(source: ParsedSource): string {
  switch (source.kind) {
    case "npm":
      return `npm:${source.name}`;
    case "git":
      return `git:${source.host}/${source.path}`;
    case "local":
      return `local:${canonicalPath(source.path)}`;
  }
}

/** A source for a person: what a URL holds of a password is left out. */
export function shownSource(text: string): string {
  return text.replace(/(\/\/)[^/@\s]*@/, "$1");
}

function parseNpm(spec: string, source: string): NpmSource {
  const [, name, wanted = ""] = /^((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/s.exec(spec) ?? [];
  const isName = name !== undefined && /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~_][\w.~-]*$/i.test(name);
  if (!isName || name.length > 214) throw unsafe(source, "it is no name of an npm package");
  // Folders, files, aliases and URLs are other kinds of sources.
  if (!/^[\w.^~<>=|*+ -]*$/.test(wanted)) throw unsafe(source, "it is no version, range or tag");
  return { kind: "npm", name, wanted: wanted.trim(), isPinned: isExactVersion(wanted.trim()) };
}

function isExactVersion(text: string): boolean {
  return /^[v=]?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/.test(text);
}

/** `rest` is a URL, `user@host:path` or `host/path`, with `@ref` behind it. */
function parseGit(rest: string, source: string): GitSource {
  const [, scheme, authority, urlPath] = /^([a-z+]+):\/\/([^/]*)\/(.*)$/is.exec(rest) ?? [];
  if (scheme !== undefined && authority !== undefined && urlPath !== undefined) {
    if (!/^(?:https?|ssh|git|file)$/i.test(scheme)) throw unsafe(source, `${scheme} is no protocol for git`);
    const { path, ref } = splitRef(urlPath);
    const url = `${scheme}://${authority}/${path}`;
    const host = scheme === "file" && authority === "" ? "localhost" : authority.replace(/^[^@]*@/, "");
    return gitSource(source, { url, host, path, ref });
  }
  const [, user, scpHost, scpPath] = /^([\w.-]+@)([^/:@]+):(?!\/\/)(.*)$/s.exec(rest) ?? [];
  if (user !== undefined && scpHost !== undefined && scpPath !== undefined) {
    const { path, ref } = splitRef(scpPath);
    return gitSource(source, { url: `${user}${scpHost}:${path}`, host: scpHost, path, ref });
  }
  const [, host, plainPath] = /^([^/@]+)\/(.*)$/s.exec(rest) ?? [];
  if (host === undefined || plainPath === undefined) throw unsafe(source, "it names no host and repository");
  const { path, ref } = splitRef(plainPath);
  return gitSource(source, { url: `https://${host}/${path}`, host, path, ref });
}

function splitRef(path: string): { path: string; ref?: string } {
  const at = path.lastIndexOf("@");
  return at === -1 ? { path } : { path: path.slice(0, at), ref: path.slice(at + 1) };
}

function gitSource(source: string, { url, host, path, ref }: Omit<GitSource, "kind">): GitSource {
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(host) || host.includes("..")) {
    throw unsafe(source, "its host is not valid");
  }
  const parts = path
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "")
    .split("/");
  if (!parts.every(isSafePart)) throw unsafe(source, "its path has an empty or unsafe part");
  if (ref !== undefined && !isSafeRef(ref)) throw unsafe(source, "its ref is not valid");
  return {
    kind: "git",
    url,
    host: host.toLowerCase(),
    path: parts.join("/"),
    ...(ref !== undefined && { ref }),
  };
}

/** As the name of a folder on every system, and as an argument that is no option. */
function isSafePart(part: string): boolean {
  return /^[\w~+][\w.~+ -]*$/.test(part) && !part.endsWith(".") && part.toLowerCase() !== ".git";
}

/** git-check-ref-format(1), and nothing that git could take for an option or for another place. */
function isSafeRef(ref: string): boolean {
  return /^[\w][\w./+-]*$/.test(ref) && !/\.\.|\/\/|\/$|\.lock$|\.$/.test(ref);
}

function unsafe(source: string, reason: string): PackageError {
  return new PackageError(`Cannot use the package source ${shownSource(source)}: ${reason}`);
}
