import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AuthStore, MemoryCredentialStore } from "./authStore.ts";
import { isModelsError } from "./modelsError.ts";
import { freshCredential, needsRefresh } from "./oauthRefresh.ts";
import type { Credential, OAuthCredential } from "./types.ts";

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "relay-auth-"));
  path = join(directory, "agent", "auth.json");
});

afterEach(() => rm(directory, { recursive: true, force: true }));

function set(store: AuthStore, provider: string, credential: Credential): Promise<Credential | undefined> {
  return store.update(provider, () => Promise.resolve(credential));
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, "utf8"));
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}

describe("AuthStore", () => {
  it("reads a missing file as empty and does not create it", async () => {
    const store = await AuthStore.open(path);
    assert.deepEqual(store.list(), []);
    assert.equal(store.getError(), undefined);
    await assert.rejects(stat(path), { code: "ENOENT" });
  });

  it("models.md 9: creates the file with mode 0600 and its directory with 0700", async function () {
    if (process.platform === "win32") this.skip();
    await set(await AuthStore.open(path), "openai", { type: "api_key", key: "k" });
    assert.equal(await modeOf(path), 0o600);
    assert.equal(await modeOf(join(directory, "agent")), 0o700);
    assert.deepEqual(await readJson(path), { openai: { type: "api_key", key: "k" } });
  });

  it("models.md 9: keeps the mode of an existing file", async function () {
    if (process.platform === "win32") this.skip();
    const store = await AuthStore.open(path);
    await set(store, "openai", { type: "api_key", key: "k" });
    await chmod(path, 0o640);
    await set(store, "openai", { type: "api_key", key: "k2" });
    assert.equal(await modeOf(path), 0o640);
  });

  it("writes through a symbolic link", async function () {
    if (process.platform === "win32") this.skip();
    const target = join(directory, "real.json");
    const link = join(directory, "auth.json");
    await writeFile(target, "{}");
    await symlink(target, link);
    await set(await AuthStore.open(link), "groq", { type: "api_key", key: "k" });
    assert.deepEqual(await readJson(target), { groq: { type: "api_key", key: "k" } });
  });

  it("keeps other entries, also unknown ones and those that others wrote meanwhile", async () => {
    const store = await AuthStore.open(path);
    await set(store, "openai", { type: "api_key", key: "k" });
    await writeFile(path, JSON.stringify({ openai: { type: "api_key", key: "k" }, odd: { type: "new" } }));
    await set(await AuthStore.open(path), "groq", { type: "api_key", key: "g" });
    await store.update("openai", () => Promise.resolve(undefined));
    assert.deepEqual(await readJson(path), { odd: { type: "new" }, groq: { type: "api_key", key: "g" } });
    assert.deepEqual(store.list(), [{ providerId: "groq", type: "api_key" }]);
  });

  it("sees an external edit after refresh", async () => {
    const store = await AuthStore.open(path);
    await set(store, "openai", { type: "api_key", key: "k" });
    await writeFile(path, JSON.stringify({ openai: { type: "api_key", key: "longer" } }));
    await store.refresh();
    assert.deepEqual(store.get("openai"), { type: "api_key", key: "longer" });
  });

  it("reads the alias azure and replaces it on write", async () => {
    const file = join(directory, "auth.json");
    await writeFile(file, JSON.stringify({ azure: { type: "api_key", key: "old" } }));
    const store = await AuthStore.open(file);
    assert.deepEqual(store.get("azure-openai-responses"), { type: "api_key", key: "old" });
    await set(store, "azure-openai-responses", { type: "api_key", key: "new" });
    assert.deepEqual(await readJson(file), { "azure-openai-responses": { type: "api_key", key: "new" } });
  });

  it("reports a file that does not parse, has no credentials then and never overwrites it", async () => {
    const file = join(directory, "auth.json");
    const text = '{ "openai": { "type": "api_key", "key": sk-secret } }';
    await writeFile(file, text);
    const store = await AuthStore.open(file);
    assert.equal(store.getError(), `Cannot read ${file}: Unexpected text at line 1, column 41`);
    assert.deepEqual(store.list(), []);
    await assert.rejects(set(store, "openai", { type: "api_key", key: "k" }), (error) =>
      isModelsError(error, "auth"),
    );
    assert.equal(await readFile(file, "utf8"), text);
  });

  it("runs changes of concurrent stores one after another", async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => AuthStore.open(path)));
    await Promise.all(stores.map((store, index) => set(store, `p${index}`, { type: "api_key", key: "k" })));
    assert.deepEqual(Object.keys((await readJson(path)) as object).sort(), ["p0", "p1", "p2", "p3", "p4"]);
  });

  it("gives up waiting for the lock when aborted", async () => {
    const holder = await AuthStore.open(path);
    let release: (() => void) | undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    let holding: Promise<unknown> | undefined;
    await new Promise<void>((onStart) => {
      holding = holder.update("a", () => {
        onStart();
        return held;
      });
    });
    const controller = new AbortController();
    const waiting = holder.update("b", () => Promise.resolve(undefined), controller.signal);
    controller.abort();
    await assert.rejects(waiting, { name: "AbortError" });
    release?.();
    await holding;
    await holder.settle();
  });
});

const now = 1_000_000_000;

function signIn(expires: number, extra: Record<string, unknown> = {}): OAuthCredential {
  return { type: "oauth", access: "old", refresh: "r", expires, ...extra };
}

describe("freshCredential", () => {
  it("leaves a credential alone that is valid for five more minutes", async () => {
    const credential = signIn(now + 5 * 60_000);
    const store = new MemoryCredentialStore({ p: credential });
    const refresh = (): Promise<OAuthCredential> => assert.fail("must not be renewed");
    assert.deepEqual(await freshCredential(store, "p", { refresh }, { now: () => now }), credential);
    assert.equal(needsRefresh(signIn(now + 5 * 60_000 - 1), { now: () => now }), true);
    assert.equal(needsRefresh(credential, { now: () => now, minimumValidityMs: 10 * 60_000 }), true);
  });

  it("renews once for concurrent callers and keeps extra fields", async () => {
    await set(await AuthStore.open(path), "p", signIn(now, { accountId: "a1" }));
    const stores = await Promise.all([AuthStore.open(path), AuthStore.open(path)]);
    let calls = 0;
    const refresh = (): Promise<OAuthCredential> => {
      calls++;
      return Promise.resolve({ type: "oauth", access: "new", refresh: "r2", expires: now + 3_600_000 });
    };
    const results = await Promise.all(
      stores.map((store) => freshCredential(store, "p", { refresh }, { now: () => now })),
    );
    const renewed = {
      type: "oauth",
      access: "new",
      refresh: "r2",
      expires: now + 3_600_000,
      accountId: "a1",
    };
    assert.equal(calls, 1);
    assert.deepEqual(results, [renewed, renewed]);
  });

  it("names the provider and its reason when a renewal fails, and keeps what is stored", async () => {
    const store = await AuthStore.open(path);
    await set(store, "p", signIn(now));
    const before = await readFile(path, "utf8");
    const refresh = (): Promise<OAuthCredential> => Promise.reject(new Error("invalid_grant"));
    await assert.rejects(freshCredential(store, "p", { refresh }, { now: () => now }), (error: Error) => {
      assert.equal(error.message, "OAuth refresh failed for p: invalid_grant");
      return isModelsError(error, "oauth");
    });
    assert.equal(await readFile(path, "utf8"), before);
  });

  it("models.md 8: two processes renew once and both use the new token", async () => {
    const store = await AuthStore.open(path);
    await set(store, "p", signIn(0));
    await set(store, "other", { type: "api_key", key: "k" });
    const log = join(directory, "calls.log");
    const children = [1, 2].map(() => runRefreshProcess(path, log));
    assert.deepEqual(await Promise.all(children), ["new", "new"]);
    assert.equal(await readFile(log, "utf8"), "refresh\n");
    await store.refresh();
    assert.deepEqual(store.get("other"), { type: "api_key", key: "k" });
  });
});

/** Renews the credential of provider `p` in a process of its own; gives the access token it ends up with. */
async function runRefreshProcess(authPath: string, log: string): Promise<string> {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const code = `
    import { appendFile } from "node:fs/promises";
    import { AuthStore } from ${JSON.stringify(join(here, "authStore.ts"))};
    import { freshCredential } from ${JSON.stringify(join(here, "oauthRefresh.ts"))};
    const store = await AuthStore.open(${JSON.stringify(authPath)});
    const refresh = async () => {
      await appendFile(${JSON.stringify(log)}, "refresh\\n");
      return { type: "oauth", access: "new", refresh: "r2", expires: Date.now() + 3600000 };
    };
    const credential = await freshCredential(store, "p", { refresh });
    process.stdout.write(credential.access);
  `;
  const flags = ["--import", "tsx", "--conditions=source", "--input-type=module", "-e", code];
  const child = spawn(process.execPath, flags, { cwd: here, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return output;
}
