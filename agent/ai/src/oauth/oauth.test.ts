import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { ModelRuntime } from "../modelRuntime.ts";
import type { AuthNotice, AuthPrompt } from "../credentials/types.ts";
import { generatePKCE, parseAuthorizationInput, pollDeviceToken, startCallbackServer } from "../oauth.ts";

describe("what sign-ins are made of", () => {
  it("the challenge is the hash of the secret", async () => {
    const { verifier, challenge } = await generatePKCE();
    assert.equal(challenge, createHash("sha256").update(verifier).digest("base64url"));
    assert.match(verifier, /^[\w-]{43}$/);
  });

  const pasted: [text: string, read: object][] = [
    ["https://a.b/cb?code=c1&state=s1", { code: "c1", state: "s1" }],
    ["c1#s1", { code: "c1", state: "s1" }],
    ["code=c1&state=s1", { code: "c1", state: "s1" }],
    [" c1 ", { code: "c1" }],
    ["", {}],
  ];
  for (const [text, read] of pasted) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseAuthorizationInput(text), read));
  }

  it("the browser brings the code, and only that of this sign-in", async () => {
    const server = await startCallbackServer({ state: "s" });
    assert.equal((await fetch(server.redirectUri.replace("/callback", "/other"))).status, 404);
    const response = await fetch(`${server.redirectUri}?code=c&state=s`);
    assert.match(await response.text(), /signed in/);
    assert.equal(await server.code, "c");

    const other = await startCallbackServer({ state: "s" });
    assert.equal((await fetch(`${other.redirectUri}?code=c&state=t`)).status, 400);
    await assert.rejects(other.code, /another sign-in/);
  });

  it("a refusal, an abort and a taken port end it with their reason", async () => {
    const refused = await startCallbackServer();
    const response = await fetch(`${refused.redirectUri}?error=denied&error_description=%3Cno%3E`);
    assert.match(await response.text(), /&#60;no&#62;/);
    await assert.rejects(refused.code, /<no>/);

    const controller = new AbortController();
    const waiting = await startCallbackServer({ signal: controller.signal });
    const port = Number(new URL(waiting.redirectUri).port);
    await assert.rejects(startCallbackServer({ port }), /is in use by another program/);
    controller.abort();
    await assert.rejects(waiting.code, /cancelled/);
  });

  it("a device code is asked about until it is confirmed, slower when the server says so", async () => {
    const answers = ["pending", "slow_down", "complete"];
    const value = await pollDeviceToken({
      intervalSeconds: 0.001,
      poll: () => {
        const status = answers.shift();
        if (status === "complete") return Promise.resolve({ status, value: "token" });
        return Promise.resolve({ status: status as "slow_down", intervalSeconds: 0.002 });
      },
    });
    assert.deepEqual([value, answers], ["token", []]);
    const failed = {
      intervalSeconds: 0.001,
      poll: async () => ({ status: "failed" as const, message: "denied" }),
    };
    await assert.rejects(pollDeviceToken(failed), /denied/);
    await assert.rejects(pollDeviceToken({ ...failed, expiresInSeconds: 0 }), /expired/);
  });
});

describe("signing in to a provider of an extension", () => {
  const models = [{ id: "m", api: "own-api" }];
  async function setUp(): Promise<{ runtime: ModelRuntime; notices: AuthNotice[]; asked: AuthPrompt[] }> {
    const runtime = await ModelRuntime.create({ env: {} });
    runtime.registerProvider("own", {
      baseUrl: "http://first",
      models,
      streamSimple: () => {
        throw new Error("not called");
      },
      oauth: {
        name: "Own account",
        login: async (callbacks) => {
          callbacks.onAuth({ url: "http://sign.in" });
          callbacks.onDeviceCode({ userCode: "AB", verificationUri: "http://device" });
          callbacks.onProgress("waiting");
          const place = await callbacks.onSelect({
            message: "Where?",
            options: [{ id: "eu", label: "Europe" }],
          });
          const code = await callbacks.onPrompt({ message: "Code" });
          return { access: `${place}-${code}`, refresh: "r", expires: Date.now() + 3_600_000, place };
        },
        refreshToken: (credential) => Promise.resolve(credential),
        getApiKey: ({ access }) => `key-${access}`,
        modifyModels: (known, { place }) =>
          known.map((model) => ({ ...model, baseUrl: `http://${String(place)}` })),
      },
    });
    return { runtime, notices: [], asked: [] };
  }

  it("asks and tells by way of the caller, stores the credential, and uses it", async () => {
    const { runtime, notices, asked } = await setUp();
    assert.deepEqual([runtime.hasSignIn("own"), runtime.getSignInName("own")], [true, "Own account"]);
    assert.equal(runtime.getModel("own", "m")?.baseUrl, "http://first");
    await runtime.login("own", "oauth", {
      prompt: (prompt) => {
        asked.push(prompt);
        return Promise.resolve(prompt.type === "select" ? "eu" : "42");
      },
      notify: (notice) => void notices.push(notice),
    });
    assert.deepEqual(
      notices.map(({ type }) => type),
      ["auth_url", "device_code", "progress"],
    );
    assert.deepEqual(
      asked.map(({ type, message }) => [type, message]),
      [
        ["select", "Where?"],
        ["text", "Code"],
      ],
    );
    assert.equal((await runtime.getAuth("own")).apiKey, "key-eu-42");
    assert.equal(runtime.isUsingOAuth("own"), true);
    assert.equal(runtime.getModel("own", "m")?.baseUrl, "http://eu");
    await runtime.logout("own");
    assert.equal(runtime.getModel("own", "m")?.baseUrl, "http://first");
  });

  it("an empty answer, a cancellation and a provider without a sign-in store nothing", async () => {
    const { runtime } = await setUp();
    const notify = (): void => undefined;
    await assert.rejects(
      runtime.login("own", "oauth", { prompt: () => Promise.resolve(""), notify }),
      /An answer is needed/,
    );
    await assert.rejects(
      runtime.login("own", "oauth", { prompt: () => Promise.reject(new Error("gone")), notify }),
      /gone/,
    );
    await assert.rejects(
      runtime.login("groq", "oauth", { prompt: () => Promise.resolve("x"), notify }),
      /There is no sign-in for groq/,
    );
    assert.deepEqual(runtime.listCredentials(), []);
    await runtime.login("groq", "api_key", { prompt: () => Promise.resolve(" k "), notify });
    assert.deepEqual(runtime.getCredential("groq"), { type: "api_key", key: "k" });
  });
});
