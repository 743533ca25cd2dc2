import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Content by path: text or bytes of a file, the target of a link, or `null` for an empty directory. */
export type TreeContent = Record<string, string | Uint8Array | { link: string } | null>;

/** Creates files below a directory. */
export async function writeTree(root: string, content: TreeContent): Promise<void> {
  for (const [path, value] of Object.entries(content)) {
    const absolute = join(root, path);
    await mkdir(value === null ? absolute : dirname(absolute), { recursive: true });
    if (value === null) continue;
    if (typeof value === "object" && "link" in value) await symlink(value.link, absolute);
    else await writeFile(absolute, value);
  }
}

/** Runs `use` in a new directory (a real path) that is removed afterwards. */
export async function withTempDir<T>(use: (root: string) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "relay-tools-")));
  try {
    return await use(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** The text of a result. */
export function resultText(result: { content: readonly { type: string; text?: string }[] }): string {
  return result.content.map((block) => block.text ?? "").join("");
}
