import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasTrustRequiringProjectResources, ProjectTrustStore } from "./trust.ts";

describe("trust for embedding programs", () => {
  let root: string;
  let agentDir: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-trust-")));
    agentDir = join(root, "agent");
    mkdirSync(agentDir);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("tells whether a project has files that need it", () => {
    // Without this, folders above would be looked at too.
    mkdirSync(join(root, ".git"));
    assert.equal(hasTrustRequiringProjectResources(root, agentDir), false);
    mkdirSync(join(root, ".relay/skills"), { recursive: true });
    assert.equal(hasTrustRequiringProjectResources(root, agentDir), true);
  });

  it("keeps decisions, which hold for the folders below", async () => {
    const store = new ProjectTrustStore(agentDir);
    const project = join(root, "project");
    assert.equal(store.get(project), undefined);
    await store.set(root, true);
    await store.set(project, false);
    assert.deepEqual([store.get(join(root, "other")), store.get(project)], [true, false]);
    await store.set(project, undefined);
    assert.equal(new ProjectTrustStore(agentDir).get(project), true);
  });
});
