import assert from "node:assert/strict";
import { MemoryCredentialStore, ModelRuntime } from "@relay-harness/ai";
import { AuthStorage } from "./authStorage.ts";
import { ModelRegistry } from "./modelRegistry.ts";

describe("models and credentials of extensions", () => {
  let registry: ModelRegistry;
  beforeEach(async () => {
    const credentials = new MemoryCredentialStore();
    await credentials.update("openai", () => Promise.resolve({ type: "api_key", key: "stored" }));
    registry = new ModelRegistry(
      await ModelRuntime.create({ credentials, env: { GROQ_API_KEY: "of the environment" } }),
    );
  });

  it("the key of a model is that of its provider", async () => {
    assert.equal(await registry.getApiKey({ provider: "openai" }), "stored");
    assert.equal(await registry.getApiKey({ provider: "groq" }), "of the environment");
    assert.equal(await registry.getApiKey({ provider: "mistral" }), undefined);
  });

  it("authStorage tells what is stored from what could be used", async () => {
    const { authStorage } = registry;
    assert.deepEqual(authStorage.list(), ["openai"]);
    assert.deepEqual(authStorage.get("openai"), { type: "api_key", key: "stored" });
    assert.deepEqual([authStorage.has("groq"), authStorage.hasAuth("groq")], [false, true]);
    assert.equal(await authStorage.getApiKey("groq"), "of the environment");
    assert.equal(await authStorage.getApiKey("mistral"), undefined);
  });

  it("AuthStorage.create says what to use instead", () => {
    assert.throws(() => AuthStorage.create(), /modelRegistry\.authStorage.*modelRuntime/);
  });

  it("a key of the process comes before the stored one until it is taken away", async () => {
    const { authStorage } = registry;
    authStorage.setRuntimeApiKey("openai", "of the process");
    assert.equal(await authStorage.getApiKey("openai"), "of the process");
    authStorage.removeRuntimeApiKey("openai");
    assert.equal(await authStorage.getApiKey("openai"), "stored");
  });
});
