import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { ScriptedCall, ScriptedStep } from "../fakes/scriptedModel.ts";
import { answer, dialog } from "./extensions.ts";
import type { AnyRecord, RpcProcess } from "./relayProcess.ts";
import { isSettled, ofType, textOf, useRpc, type RpcSuite } from "./rpcSuite.ts";
import type { Workspace } from "./workspace.ts";

/** An answer that makes these calls at once. */
export function calls(...list: ScriptedCall[]): ScriptedStep {
  return { calls: list };
}

/** Answers that call one tool. */
export const bash = (command: string): ScriptedStep => calls({ name: "bash", arguments: { command } });
export const read = (path: string): ScriptedStep => calls({ name: "read", arguments: { path } });
export const write = (path: string, content = "export {};\n"): ScriptedStep =>
  calls({ name: "write", arguments: { path, content } });

/** What a harness test looks at beside the records: what the model was sent, and what Relay knows. */
export interface HarnessSuite extends RpcSuite {
  /** Texts of the messages of this role in a request, by default the newest one. */
  sent(role: string, request?: number): string[];
  /** Text of the newest user message of a request, by default the newest one. */
  lastUserText(request?: number): string;
  /** What the model got back from its tools, in order. */
  toolTexts(): string[];
  /** The state of the harness, as a client gets it. */
  state(relay: RpcProcess): Promise<AnyRecord>;
}

export function useHarness(settings: object = {}): HarnessSuite {
  const suite = useRpc(settings);
  const sent = (role: string, request = -1): string[] =>
    (suite.model.requests.at(request)?.messages ?? [])
      .filter((message) => message.role === role)
      .map((message) => textOf(message as AnyRecord));
  return {
    get workspace() {
      return suite.workspace;
    },
    get model() {
      return suite.model;
    },
    start: (args, options) => suite.start(args, options),
    sent,
    lastUserText: (request) => sent("user", request).at(-1) ?? "",
    toolTexts: () => sent("tool"),
    state: async (relay) => (await relay.request({ type: "get_harness" })).data as AnyRecord,
  };
}

/** Sends a prompt and answers its dialogs in order; returns the requests of the dialogs. */
export async function promptWithAnswers(
  relay: RpcProcess,
  message: string,
  answers: readonly AnyRecord[],
): Promise<AnyRecord[]> {
  const from = relay.records.length;
  relay.send({ type: "prompt", message });
  const asked: AnyRecord[] = [];
  let position = from;
  for (const fields of answers) {
    const request = await dialog(relay, "confirm", position);
    position = relay.records.indexOf(request) + 1;
    asked.push(request);
    answer(relay, request, fields);
  }
  await relay.waitFor(isSettled, from);
  const all = relay.records.slice(from).filter(({ method }) => method === "confirm");
  assert.equal(all.length, answers.length);
  return asked;
}

/** Texts of the verification requests that the records tell of. */
export function verificationRequests(records: readonly AnyRecord[]): string[] {
  return ofType(records, "entry_appended")
    .map(({ entry }) => entry as AnyRecord)
    .filter(({ type, customType }) => type === "custom_message" && customType === "relay.harness.evidence")
    .map((entry) => textOf(entry));
}

export function git(cwd: string, ...args: string[]): string {
  const name = ["-c", "user.name=Dev", "-c", "user.email=dev@example.org"];
  return execFileSync("git", [...name, ...args], { cwd, encoding: "utf8" }).trim();
}

/** Makes the working folder a repository with one commit and an empty remote that can be pushed to. */
export function gitRepository({ cwd, root }: Workspace): { pushed: () => string } {
  const remote = join(root, "remote.git");
  git(root, "init", "-q", "--bare", remote);
  git(cwd, "init", "-q", "-b", "main");
  git(cwd, "commit", "-q", "--allow-empty", "-m", "first");
  git(cwd, "remote", "add", "origin", remote);
  git(cwd, "config", "push.default", "current");
  git(cwd, "config", "user.name", "Dev");
  git(cwd, "config", "user.email", "dev@example.org");
  // Branches of the remote, one a line; empty until something was pushed.
  return { pushed: () => git(root, "--git-dir", remote, "branch", "--format=%(refname:short)") };
}
