import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModelRuntime } from "../modelRuntime.ts";
import { bearerToken, reportAuth } from "./authReport.ts";
import { MemoryCredentialStore } from "./authStore.ts";
import type { Credential, OAuthImplementation } from "./types.ts";

const now = 1_000_000_000;
const hourMs = 3_600_000;

interface Setup {
  credentials?: Record<string, Credential>;
  env?: Record<string, string>;
  renewal?: "works" | "fails";
}

function create({ credentials = {}, env = {}, renewal = "fails" }: Setup): Promise<ModelRuntime> {
  const flow: OAuthImplementation = {
    name: "xAI",
    refresh: (old) =>
      renewal === "works"
        ? Promise.resolve({ ...old, access: "new", expires: now + hourMs })
        : Promise.reject(new Error("no")),
    toAuth: ({ access }) => ({ apiKey: access }),
  };
  const store = new MemoryCredentialStore(credentials);
  return ModelRuntime.create({ credentials: store, env, oauth: new Map([["xai", flow]]), now: () => now });
}

function signIn(validityMs: number): Record<string, Credential> {
  return { xai: { type: "oauth", access: "old", refresh: "r", expires: now + validityMs } };
}

describe("reportAuth", () => {
  it("is ready with a key", async () => {
    const runtime = await create({ env: { GROQ_API_KEY: "k" } });
    assert.deepEqual(await reportAuth(runtime, "groq"), {
      status: "ready",
      provider: "groq",
      authType: "api_key",
      credential: "k",
    });
  });

  it("tells an unknown provider from one without credentials", async () => {
    const runtime = await create({});
    assert.deepEqual(await reportAuth(runtime, "nope"), {
      status: "invalid",
      provider: "nope",
      reason: "provider_not_found",
    });
    assert.deepEqual(await reportAuth(runtime, "azure"), {
      status: "not_ready",
      provider: "azure-openai-responses",
      reason: "credentials_not_configured",
    });
  });

  it("is not ready when what is configured cannot be had", async () => {
    const runtime = await create({
      credentials: { groq: { type: "api_key", key: "$NOPE" }, xai: { type: "api_key", key: "!exit 1" } },
    });
    const reason = "credential_not_available";
    assert.deepEqual(await reportAuth(runtime, "groq"), { status: "not_ready", provider: "groq", reason });
    assert.deepEqual(await reportAuth(runtime, "xai"), {
      status: "not_ready",
      provider: "xai",
      reason,
      authType: "api_key",
    });
  });

  it("is invalid while the credential file does not parse", async () => {
    const directory = await mkdtemp(join(tmpdir(), "relay-report-"));
    try {
      await writeFile(join(directory, "auth.json"), "{");
      const runtime = await ModelRuntime.create({ agentDir: directory, env: { GROQ_API_KEY: "k" } });
      const report = await reportAuth(runtime, "groq");
      assert.deepEqual(report, { status: "invalid", provider: "groq", reason: "invalid_state" });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it("renews a sign-in that is about to expire, unless told not to", async () => {
    const ready = { status: "ready", provider: "xai", authType: "oauth" };
    const renewing = await create({ credentials: signIn(60_000), renewal: "works" });
    assert.deepEqual(await reportAuth(renewing, "xai", { refresh: false }), { ...ready, credential: "old" });
    assert.deepEqual(await reportAuth(renewing, "xai"), { ...ready, credential: "new" });
    const unavailable = {
      status: "not_ready",
      provider: "xai",
      reason: "credential_not_available",
      authType: "oauth",
    };
    const expired = await create({ credentials: signIn(-1) });
    assert.deepEqual(await reportAuth(expired, "xai", { refresh: false }), unavailable);
    assert.deepEqual(await reportAuth(expired, "xai"), unavailable);
  });
});

describe("bearerToken", () => {
  it("is the token of a sign-in, renewed when too little validity remains", async () => {
    const runtime = await create({ credentials: signIn(10 * 60_000), renewal: "works" });
    const at = { now: () => now };
    assert.equal(await bearerToken(runtime, "xai", at), "old");
    assert.equal(await bearerToken(runtime, "xai", { ...at, minimumValidityMs: 30 * 60_000 }), "new");
  });

  it("is none when even a renewed token is too short, and for a key", async () => {
    const runtime = await create({
      credentials: signIn(60_000),
      renewal: "works",
      env: { GROQ_API_KEY: "k" },
    });
    const options = { now: () => now, minimumValidityMs: 2 * hourMs };
    assert.equal(await bearerToken(runtime, "xai", options), undefined);
    assert.equal(await bearerToken(runtime, "groq"), undefined);
  });
});
