import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TrustDecisions } from "./trustDecisions.ts";

describe("TrustDecisions", () => {
  let root: string;
  let agentDir: string;
  let cwd: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-trust-")));
    agentDir = join(root, "agent");
    cwd = join(root, "project");
    mkdirSync(agentDir);
    mkdirSync(join(cwd, ".relay"), { recursive: true });
    writeFileSync(join(cwd, ".relay", "settings.json"), "{}");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const outcome = (trust: TrustDecisions): unknown[] => {
    const { isTrusted, source } = trust.resolve(cwd, "ask");
    return [isTrusted, source];
  };

  it("rpc-additions.md 20: a remembered decision is saved under the canonical folder, for others too", async () => {
    const link = join(root, "link");
    symlinkSync(cwd, link);
    await new TrustDecisions({ agentDir }).decide(link, true, { remember: true });
    assert.deepEqual(JSON.parse(readFileSync(join(agentDir, "trust.json"), "utf8")), { [cwd]: true });
    assert.deepEqual(outcome(new TrustDecisions({ agentDir })), [true, "saved"]);
  });

  it("rpc-additions.md §4: one that is not remembered counts in this process, until one is", async () => {
    const trust = new TrustDecisions({ agentDir });
    assert.deepEqual(outcome(trust), [false, "ask"]);
    await trust.decide(cwd, true, { remember: false });
    assert.deepEqual(
      [outcome(trust), outcome(new TrustDecisions({ agentDir }))],
      [
        [true, "client"],
        [false, "ask"],
      ],
    );
    await trust.decide(cwd, false, { remember: true });
    assert.deepEqual(outcome(trust), [false, "saved"]);
  });

  it("seeds/security.md: the option comes before an extension, an extension before what is saved", async () => {
    const trust = new TrustDecisions({ agentDir });
    await trust.decide(cwd, true, { remember: true });
    trust.decidedByExtension(cwd, false);
    assert.deepEqual(outcome(trust), [false, "extension"]);
    const told = new TrustDecisions({ agentDir, option: true });
    told.decidedByExtension(cwd, false);
    assert.deepEqual(outcome(told), [true, "override"]);
    await told.decide(cwd, false, { remember: false });
    assert.deepEqual(outcome(told), [false, "client"]);
  });

  it("a change by the user is taken once", async () => {
    const trust = new TrustDecisions({ agentDir });
    assert.equal(trust.takeChange(cwd), false);
    await trust.decide(cwd, true, { remember: false });
    assert.deepEqual([trust.takeChange(cwd), trust.takeChange(cwd)], [true, false]);
  });

  it("what cannot be saved changes nothing", async () => {
    writeFileSync(join(agentDir, "trust.json"), "no json");
    const trust = new TrustDecisions({ agentDir });
    await assert.rejects(trust.decide(cwd, true, { remember: true }));
    assert.deepEqual([outcome(trust), trust.takeChange(cwd)], [[false, "ask"], false]);
  });
});
