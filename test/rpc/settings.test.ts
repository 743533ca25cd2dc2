import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, outline, useRpc } from "../support/rpcSuite.ts";

describe("rpc: settings", () => {
  const suite = useRpc();
  const userFile = (): string => join(suite.workspace.agentDir, "settings.json");
  const set = (relay: RpcProcess, key: string, value: unknown, scope = "user"): Promise<AnyRecord> =>
    relay.request({ type: "set_setting", scope, key, value });

  it("rpc-additions.md 17: refuses what does not fit, and leaves the file alone", async () => {
    const relay = suite.start();
    const before = readFileSync(userFile(), "utf8");
    const refused: [string, unknown, string, string][] = [
      [
        "harnessCore.maxChangedLines",
        "many",
        "user",
        "Invalid setting harnessCore.maxChangedLines: expected number",
      ],
      ["no.such", 1, "user", "Unknown setting: no.such"],
      ["__proto__.polluted", 1, "user", "Unknown setting: __proto__.polluted"],
      ["httpProxy", "http://h", "project", "httpProxy can only be set in user settings"],
    ];
    for (const [key, value, scope, error] of refused) {
      assert.equal((await set(relay, key, value, scope)).error, error);
    }
    assert.equal(readFileSync(userFile(), "utf8"), before);
    assert.deepEqual(ofType(relay.records, "settings_changed"), []);
  });

  it("rpc-additions.md 18: keeps unknown keys and indentation; a file with comments is not written", async () => {
    const text = '{\n\t"mine": 1,\n\t"theme": "dark"\n}\n';
    writeFileSync(userFile(), text);
    const relay = suite.start([], { mayReport: true });
    const { data } = await set(relay, "theme", "light");
    assert.deepEqual(data, { appliesFrom: "now" });
    assert.equal(readFileSync(userFile(), "utf8"), text.replace("dark", "light"));
    assert.equal((await set(relay, "theme", null)).success, true);
    assert.equal(readFileSync(userFile(), "utf8"), '{\n\t"mine": 1\n}\n');

    const commented = "// mine\n{}\n";
    writeFileSync(userFile(), commented);
    const { error } = await set(relay, "theme", "dark");
    assert.match(error, new RegExp(`^Cannot write ${userFile()}: .`));
    assert.equal(readFileSync(userFile(), "utf8"), commented);
  });

  it("an event names the key before the response, if the effective value is another one", async () => {
    const relay = suite.start();
    const changed = await set(relay, "retry.maxRetries", 5);
    assert.deepEqual(changed.data, { appliesFrom: "now" });
    assert.deepEqual(relay.records.slice(-2), [
      { type: "settings_changed", keys: ["retry.maxRetries"] },
      changed,
    ]);
    await set(relay, "retry.maxRetries", 5);
    assert.deepEqual(outline(relay.records.slice(-2)), ["response:set_setting", "response:set_setting"]);
    assert.deepEqual((await set(relay, "defaultModel", "m0")).data, { appliesFrom: "next-session" });
  });

  it("get_settings tells values, schema and problems, and no secret", async () => {
    suite.workspace.writeAgentFile("settings.json", {
      httpProxy: "http://user:pw@proxy:8080",
      mySecret: "s3cret",
      theme: 5,
      offlineModel: false,
    });
    const relay = suite.start([], { mayReport: true });
    const { data } = await relay.request({ type: "get_settings" });
    assert.doesNotMatch(JSON.stringify(data), /s3cret|pw@/);
    assert.deepEqual(
      [data.effective.httpProxy, data.user.mySecret, data.effective.offlineModel, data.project],
      ["http://proxy:8080", "<redacted>", false, {}],
    );
    assert.equal(data.schema.properties["retry.maxRetries"].default, 3);
    assert.deepEqual(data.errors, [
      { scope: "user", path: userFile(), error: "Invalid setting theme: expected string" },
    ]);
  });

  it("cli.md 75: every documented setting is in the schema with its default, and on the page of settings", async () => {
    const defaults = JSON.parse(
      readFileSync(new URL("../fixtures/settings/defaults.json", import.meta.url), "utf8"),
    ) as Record<string, unknown>;
    const { schema } = (await suite.start().request({ type: "get_settings" })).data;
    const page = readFileSync(new URL("../../docs/settings.md", import.meta.url), "utf8");
    const given = Object.keys(defaults).map((key) => [
      key,
      // Where words describe it, the program finds it out.
      defaults[key] === null ? null : (schema.properties[key]?.default ?? "not there"),
      key in schema.properties && page.includes(`| \`${key}\` `),
    ]);
    assert.deepEqual(
      given,
      Object.entries(defaults).map(([key, value]) => [key, value, true]),
    );
  });

  it("project settings need trust", async () => {
    suite.workspace.write(".relay/settings.json", '{"theme":"dark"}');
    const untrusted = suite.start([], { mayReport: true });
    const { error } = await set(untrusted, "theme", "light", "project");
    assert.match(error, /^Project is not trusted\./);
    assert.deepEqual((await untrusted.request({ type: "get_settings" })).data.project, {});
    const trusted = suite.start(["--approve"]);
    assert.deepEqual((await trusted.request({ type: "get_settings" })).data.project, { theme: "dark" });
    assert.equal((await set(trusted, "theme", "light", "project")).success, true);
    assert.equal(
      readFileSync(join(suite.workspace.cwd, ".relay/settings.json"), "utf8"),
      '{"theme":"light"}',
    );
  });
});
