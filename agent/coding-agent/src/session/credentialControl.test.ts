import assert from "node:assert/strict";
import { MemoryCredentialStore, ModelRuntime } from "@relay-harness/ai";
import { CredentialControl } from "./credentialControl.ts";

async function control(): Promise<{ credentials: CredentialControl; runtime: ModelRuntime }> {
  const runtime = await ModelRuntime.create({
    credentials: new MemoryCredentialStore(),
    modelsPath: null,
    env: {},
  });
  return { credentials: new CredentialControl(runtime), runtime };
}

describe("CredentialControl", () => {
  for (const key of ["sk-plain", "$HOME", "a$$b", "!touch marker", "${X}!"]) {
    it(`stores ${key} as the text that it is`, async () => {
      const { credentials, runtime } = await control();
      await credentials.login("anthropic", ` ${key}\n`);
      assert.equal((await runtime.getAuth("anthropic")).apiKey, key);
    });
  }

  it("offers the provider's default model after a login", async () => {
    const { credentials } = await control();
    assert.equal((await credentials.login("anthropic", "k"))?.id, "claude-opus-5-5");
  });

  it("finds providers by id and by name, and says which one it does not know", async () => {
    const { credentials } = await control();
    assert.equal(credentials.find("OpenAI"), "openai");
    assert.throws(() => credentials.find("nosuch"), /^RefusalError: Unknown provider: nosuch$/);
  });

  it("refuses an empty key", async () => {
    const { credentials, runtime } = await control();
    await assert.rejects(credentials.login("openai", "  "), /The key is empty/);
    assert.equal(runtime.hasConfiguredAuth("openai"), false);
  });

  it("tells whether there was something to remove", async () => {
    const { credentials, runtime } = await control();
    assert.equal(await credentials.logout("openai"), false);
    await credentials.login("openai", "k");
    assert.equal(await credentials.logout("openai"), true);
    assert.equal(runtime.hasConfiguredAuth("openai"), false);
  });
});
