const extension = /\.([cm]?[jt]sx?|sh|bash|zsh|ps1|psm1|py|rb|php|pl|bat|cmd|exe|mk|yml|yaml|go|exs?)$/i;

/** A later part that makes a name a rehearsal. */
const harmless = /^(dry|dryrun|check|checks|notes|version|prepare|preview|tests?|build|validate|lint|docs)$/;

const releaseTargets =
  /^(prod|production|staging|stage|beta|alpha|canary|next|latest|major|minor|patch|npm|all|push|github|gh|ci)$/;

/** True when the name of a package script, target or script file says that it deploys or publishes. */
export function isDeployName(name: string): boolean {
  const parts = splitName(name.replace(extension, ""), /[:_./\s-]+/);
  return decides(parts);
}

/** Programs are less sure: only joined names count, and not one that is the word itself. */
export function isDeployProgram(name: string): boolean {
  const parts = splitName(name, /[_-]+/);
  return parts.length > 1 && decides(parts);
}

function splitName(name: string, separator: RegExp): string[] {
  return name
    .toLowerCase()
    .split(separator)
    .filter((part) => part !== "");
}

function decides(parts: readonly string[]): boolean {
  const at = triggerIndex(parts);
  return at >= 0 && !parts.slice(at + 1).some((part) => harmless.test(part));
}

function triggerIndex(parts: readonly string[]): number {
  const word = parts.findIndex((part) => part === "deploy" || part === "publish");
  if (word >= 0) return word;
  const [first = "", second] = parts;
  if (/^(rollout|ship|promote)$/.test(first)) return 0;
  if (first === "release" && (second === undefined || releaseTargets.test(second))) return 0;
  const upload = parts.indexOf("upload");
  if (upload >= 0 && upload < parts.length - 1) return upload;
  const joined = parts.findIndex(
    (part, index) =>
      (part === "docker" && parts[index + 1] === "push") || (part === "gh" && parts[index + 1] === "deploy"),
  );
  if (joined >= 0) return joined + 1;
  return /^(upload|push)$/.test(parts.at(-1) ?? "") ? parts.length - 1 : -1;
}
