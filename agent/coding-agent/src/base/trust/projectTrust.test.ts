import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProjectTrust, type ProjectTrust, type ProjectTrustInput } from "./projectTrust.ts";
import { findProtectedResources } from "./protectedResources.ts";
import { lookUpTrust, readTrust, saveTrust } from "./trustStore.ts";

describe("project trust", () => {
  let root: string;
  let cwd: string;
  let agentDir: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-trust-")));
    cwd = join(root, "w");
    agentDir = join(root, "agent");
    mkdirSync(join(cwd, ".relay"), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function resolve(input: Partial<ProjectTrustInput> = {}): ProjectTrust {
    return resolveProjectTrust({
      cwd,
      agentDir,
      home: join(root, "home"),
      defaultProjectTrust: "ask",
      ...input,
    });
  }

  it("cli.md 44: a bare .relay directory needs no decision", () => {
    assert.deepEqual(resolve(), { isTrusted: true, source: "no-resources", resources: [], warnings: [] });
  });

  it("cli.md 44: asks about skills, takes the option, then the nearest saved decision", async () => {
    const skills = join(cwd, ".relay", "skills");
    mkdirSync(skills);
    const asked = resolve();
    assert.deepEqual([asked.isTrusted, asked.source, asked.resources], [false, "ask", [skills]]);
    assert.match(asked.warnings.join(), /skipped \.relay\/skills\./);
    assert.deepEqual(resolve({ override: true }), {
      isTrusted: true,
      source: "override",
      resources: [skills],
      warnings: [],
    });
    await saveTrust(agentDir, "/", true);
    assert.equal(resolve().isTrusted, true);
    await saveTrust(agentDir, cwd, false);
    assert.equal(resolve().isTrusted, false);
    assert.equal(resolve({ override: true }).isTrusted, true);
    await saveTrust(agentDir, cwd, undefined);
    assert.equal(resolve().source, "saved");
    assert.equal(resolve().isTrusted, true);
  });

  it("follows the user's setting when nothing is saved", () => {
    mkdirSync(join(cwd, ".relay", "prompts"));
    assert.equal(resolve({ defaultProjectTrust: "always" }).isTrusted, true);
    assert.equal(resolve({ defaultProjectTrust: "never" }).isTrusted, false);
  });

  it("lets a saved no beat the implicit trust of a project without resources", async () => {
    await saveTrust(agentDir, root, false);
    assert.deepEqual(resolve(), { isTrusted: false, source: "saved", resources: [], warnings: [] });
  });

  it("finds project skills up to the repository root but not the user's own", () => {
    const home = join(root, "home");
    const inner = join(home, "repo", "sub");
    mkdirSync(join(inner), { recursive: true });
    mkdirSync(join(home, ".agents", "skills"), { recursive: true });
    mkdirSync(join(home, "repo", ".agents", "skills"), { recursive: true });
    const found = findProtectedResources({ cwd: inner, agentDir, home });
    assert.deepEqual(found, [join(home, "repo", ".agents", "skills")]);
    mkdirSync(join(inner, ".git"));
    assert.deepEqual(findProtectedResources({ cwd: inner, agentDir, home }), []);
    assert.deepEqual(findProtectedResources({ cwd: home, agentDir, home }), []);
  });

  it("does not take the agent directory for a project's", () => {
    const home = join(root, "home");
    mkdirSync(join(home, ".relay"), { recursive: true });
    writeFileSync(join(home, ".relay", "settings.json"), "{}");
    assert.deepEqual(findProtectedResources({ cwd: home, agentDir: join(home, ".relay"), home }), []);
  });

  it("counts a malformed trust.json as empty with a warning and does not overwrite it", async () => {
    mkdirSync(agentDir);
    mkdirSync(join(cwd, ".relay", "themes"));
    const path = join(agentDir, "trust.json");
    writeFileSync(path, "[1]");
    const trust = resolve();
    assert.equal(trust.isTrusted, false);
    assert.match(trust.warnings[0] ?? "", /trust\.json: expected a JSON object/);
    await assert.rejects(saveTrust(agentDir, cwd, true), /expected a JSON object/);
    assert.equal(readFileSync(path, "utf8"), "[1]");
  });

  it("compares directories without case on Windows only", () => {
    const saved = { decisions: { [cwd.toUpperCase()]: true } };
    assert.equal(lookUpTrust(saved, cwd, "win32"), true);
    assert.equal(lookUpTrust(saved, cwd, "linux"), undefined);
    assert.deepEqual(readTrust(agentDir), { decisions: {} });
  });
});
