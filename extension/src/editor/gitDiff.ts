import { extensions, Uri } from "vscode";
import { localize } from "../base/localize.ts";

/** The part of the git extension's API (version 1) that is used here. */
interface GitRepository {
  rootUri: Uri;
  diff(cached?: boolean): Promise<string>;
}

interface GitApi {
  getRepository(uri: Uri): GitRepository | null;
  toGitUri(uri: Uri, ref: string): Uri;
}

async function gitApi(): Promise<GitApi | undefined> {
  const git = extensions.getExtension<{ getAPI(version: 1): GitApi }>("vscode.git");
  return git && (await git.activate()).getAPI(1);
}

/** What is not committed in the repository of a folder. */
export async function gitDiff(cwd: string): Promise<string> {
  const repository = (await gitApi())?.getRepository(Uri.file(cwd));
  if (!repository) throw new Error(localize("This folder is in no git repository that the editor has open"));
  const parts = [await repository.diff(true), await repository.diff(false)];
  return parts.filter((part) => part !== "").join("\n");
}

/** A file as the last commit has it; `undefined` where git does not know it. */
export async function headUri(path: string): Promise<Uri | undefined> {
  const api = await gitApi();
  const uri = Uri.file(path);
  return api?.getRepository(uri) ? api.toGitUri(uri, "HEAD") : undefined;
}
