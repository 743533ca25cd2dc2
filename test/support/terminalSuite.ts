import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { findTerminal, PtyProcess, type PtyOptions } from "./ptyProcess.ts";
import { writeSessionFile } from "./sessionFiles.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "./workspace.ts";

/** What every test at a terminal starts with; new for each test. */
export interface TerminalSuite {
  readonly workspace: Workspace;
  /** Answers `ok` once the script is over. */
  readonly model: ScriptedModel;
  /** Where new sessions of the working folder are put. */
  readonly sessionDir: string;
  /** Starts `relay` and waits until something can be typed. */
  open(args?: readonly string[], env?: Record<string, string>): Promise<PtyProcess>;
  start(args?: readonly string[], env?: Record<string, string>, options?: PtyOptions): PtyProcess;
  /** Writes a session of the working folder. Returns its path. */
  session(name: string, lines: readonly object[]): string;
  /** A program that is found first; a script for `sh`. Returns the `PATH` that finds it. */
  program(name: string, script: string): string;
}

/** Sets up a model and a terminal for each test of the current `describe`; skips it without a terminal. */
export function useTerminal(settings: object = {}): TerminalSuite {
  let workspace: Workspace;
  let model: ScriptedModel;
  let processes: PtyProcess[] = [];
  let terminal: ReturnType<typeof findTerminal>;

  before(function () {
    terminal = findTerminal();
    if (terminal) return;
    process.stdout.write("      skipped: neither python3 nor script is there to make a terminal\n");
    this.skip();
  });
  beforeEach(async () => {
    workspace = createWorkspace();
    model = await startScriptedModel([{ text: "ok" }], { repeatLast: true });
    configureFakeModel(workspace, model.baseUrl, settings);
  });
  afterEach(async function () {
    const failed = this.currentTest?.state === "failed";
    for (const relay of processes) {
      if (failed) process.stdout.write(`\n      the terminal had:\n${relay.output.slice(-2000)}\n`);
      await relay.stop();
    }
    processes = [];
    await model.close();
    workspace.dispose();
  });

  const suite: TerminalSuite = {
    get workspace() {
      return workspace;
    },
    get model() {
      return model;
    },
    get sessionDir() {
      const folder = workspace.cwd.replace(/^\//, "").replaceAll("/", "-");
      return join(workspace.agentDir, "sessions", `--${folder}--`);
    },
    start: (args = [], env = {}, options = {}) => {
      assert.ok(terminal);
      const relay = new PtyProcess(terminal, workspace, args, env, options);
      processes.push(relay);
      return relay;
    },
    open: async (args, env) => {
      const relay = suite.start(args, env);
      await relay.see("/quit to leave.");
      await relay.see("> ");
      return relay;
    },
    session: (name, lines) => writeSessionFile(join(suite.sessionDir, `${name}.jsonl`), lines),
    program: (name, script) => {
      const bin = join(workspace.root, "bin");
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return `${bin}${delimiter}${workspace.env.PATH ?? ""}`;
    },
  };
  return suite;
}
