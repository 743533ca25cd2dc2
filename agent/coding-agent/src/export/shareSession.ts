import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SystemState } from "../sessions/systemState.ts";
import { ExportError } from "./exportError.ts";
import { demandConversation, type ExportSource } from "./exportSource.ts";
import { exportHtml } from "./html/exportHtml.ts";
import { runProgram, type ProgramOptions, type ProgramResult } from "./runProgram.ts";

export interface SharedSession {
  url: string;
  /** With `RELAY_SHARE_VIEWER_URL`: the session in the user's own viewer. */
  viewerUrl?: string;
}

/** Uploads the page of a session as a private gist, through `gh`. An abort ends `gh`. */
export async function shareSession(
  source: ExportSource,
  {
    system,
    env = process.env,
    signal,
  }: { system?: SystemState; env?: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<SharedSession> {
  demandConversation(source);
  const status = await runGitHub(["auth", "status"], { env, signal });
  if (status.exitCode !== 0) {
    throw new ExportError("share", "GitHub CLI is not logged in. Run 'gh auth login' first.");
  }
  // Only its owner can look into a folder that mkdtemp makes.
  const folder = await mkdtemp(join(tmpdir(), "relay-share-"));
  try {
    const file = join(folder, "session.html");
    await exportHtml(source, file, system);
    return withViewer(await createGist(file, { env, signal }), env.RELAY_SHARE_VIEWER_URL);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createGist(file: string, options: ProgramOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runGitHub(["gist", "create", "--public=false", file], options);
  const url = stdout.match(/https?:\/\/\S+/g)?.at(-1);
  if (exitCode === 0 && url !== undefined) return url;
  const reason = stderr.trim() || (exitCode === 0 ? "gh printed no URL" : `gh ended with code ${exitCode}`);
  throw new ExportError("share", `Failed to create gist: ${reason}`);
}

async function runGitHub(args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  try {
    return await runProgram("gh", args, options);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") {
      throw new ExportError("not-installed", "GitHub CLI (gh) is not installed.", { cause });
    }
    throw cause;
  }
}

function withViewer(url: string, viewer: string | undefined): SharedSession {
  if (!viewer) return { url };
  const id = url.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return { url, viewerUrl: `${viewer}#${id}` };
}
