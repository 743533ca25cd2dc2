import assert from "node:assert/strict";
import { describeRecordProblem } from "@relay-harness/protocol/records";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { RpcProcess, type AnyRecord, type RunOptions } from "./relayProcess.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "./workspace.ts";

/** What every test of the protocol starts with; new for each test. */
export interface RpcSuite {
  readonly workspace: Workspace;
  readonly model: ScriptedModel;
  /** Starts `relay --mode rpc`; the suite ends it and checks all that it wrote. */
  start(args?: string[], options?: SuiteRunOptions): RpcProcess;
}

export interface SuiteRunOptions extends RunOptions {
  /** Diagnostics on stderr are expected; without it there may be none. */
  mayReport?: boolean;
}

/**
 * Sets up the models of rpc.md §15 for each test of the current `describe`. After each test every record
 * of every process must fit the schemas of the protocol, stdout must hold nothing else, and stderr nothing
 * that the test does not expect.
 */
export function useRpc(settings: object = {}): RpcSuite {
  let workspace: Workspace;
  let model: ScriptedModel;
  let processes: { relay: RpcProcess; mayReport: boolean }[] = [];
  beforeEach(async () => {
    workspace = createWorkspace();
    model = await startScriptedModel();
    configureFakeModel(workspace, model.baseUrl, settings);
  });
  afterEach(async function () {
    const failed = this.currentTest?.state === "failed";
    for (const { relay } of processes) {
      if (failed) relay.kill();
      await relay.close();
    }
    await model.close();
    workspace.dispose();
    const all = processes;
    processes = [];
    for (const { relay, mayReport } of all) {
      assertProtocolOnly(relay);
      if (!mayReport) assert.equal(relay.stderr, "");
    }
  });
  return {
    get workspace() {
      return workspace;
    },
    get model() {
      return model;
    },
    start: (args, options) => {
      const relay = new RpcProcess(workspace, args, options);
      processes.push({ relay, mayReport: options?.mayReport === true });
      return relay;
    },
  };
}

/** stdout of a process held records of the protocol and nothing else. */
export function assertProtocolOnly(relay: RpcProcess): void {
  assert.equal(relay.strayLine, undefined);
  for (const record of relay.records) {
    // Its command is no command, so that no schema describes it.
    if (record.type === "response" && record.command === "parse") continue;
    const problem = describeRecordProblem(record);
    if (problem !== undefined) assert.fail(`${problem}: ${JSON.stringify(record).slice(0, 2000)}`);
  }
}

/** A promise that the test resolves. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Records of rpc.md; those of rpc-additions.md §6 may stand anywhere between them. */
export function baseRecords(records: readonly AnyRecord[]): AnyRecord[] {
  return records.filter(({ type }) => type !== "context_update" && type !== "harness_update");
}

/**
 * One word per record, to compare sequences: the type of a streamed part, `start:user` and `end:user`
 * for messages, else the type. Left out is what rpc-additions.md puts between: sequences are those of rpc.md.
 */
export function outline(records: readonly AnyRecord[]): string[] {
  return baseRecords(records).map((record) => {
    if (record.type === "message_update") return record.assistantMessageEvent.type as string;
    if (record.type === "message_start") return `start:${record.message.role}`;
    if (record.type === "message_end") return `end:${record.message.role}`;
    if (record.type === "response") return `response:${record.command}`;
    return record.type as string;
  });
}

/** As `outline`, without streamed parts and without the start of messages. */
export function milestones(records: readonly AnyRecord[]): string[] {
  return outline(records.filter(({ type }) => type !== "message_update" && type !== "message_start"));
}

/** Texts of the user messages that ended, in order. */
export function userTexts(records: readonly AnyRecord[]): string[] {
  return records
    .filter((record) => record.type === "message_end" && record.message.role === "user")
    .map((record) => textOf(record.message));
}

/** Text blocks of a message, concatenated. */
export function textOf(message: AnyRecord): string {
  if (typeof message.content === "string") return message.content;
  return (message.content as AnyRecord[]).map((block) => (block.type === "text" ? block.text : "")).join("");
}

export const isSettled = (record: AnyRecord): boolean => record.type === "agent_settled";

/** Fits the end of an assistant message. */
export const isAssistantEnd = (record: AnyRecord): boolean =>
  record.type === "message_end" && record.message.role === "assistant";

/** Fits the response to a command of this type. */
export function responseTo(command: string): (record: AnyRecord) => boolean {
  return (record) => record.type === "response" && record.command === command;
}

/** Records of this type, in order. */
export function ofType(records: readonly AnyRecord[], type: string): AnyRecord[] {
  return records.filter((record) => record.type === type);
}
