import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FederatedTokens } from "./federation.ts";

describe("FederatedTokens", () => {
  let server: Server;
  let baseUrl: string;
  let directory: string;
  let tokenFile: string;
  let bodies: Record<string, unknown>[];
  let status: number;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "relay-federation-"));
    tokenFile = join(directory, "token");
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        assert.equal(request.url, "/v1/oauth/token");
        bodies.push(JSON.parse(body) as Record<string, unknown>);
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify({ access_token: `t${bodies.length}`, expires_in: 3600 }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  });

  beforeEach(() => {
    bodies = [];
    status = 200;
  });

  it("exchanges the identity token and reads its file again when the token runs out", async () => {
    let now = 0;
    const tokens = new FederatedTokens(
      () => ({}),
      () => now,
    );
    const settings = { ruleId: "fdrl_1", organizationId: "org", tokenFile, workspaceId: "w" };
    await writeFile(tokenFile, "jwt-1\n");
    assert.equal(await tokens.get({ settings, baseUrl }), "t1");
    assert.equal(await tokens.get({ settings, baseUrl }), "t1");
    await writeFile(tokenFile, "jwt-2");
    now = 3_590_000;
    assert.equal(await tokens.get({ settings, baseUrl }), "t2");
    const fixed = {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      federation_rule_id: "fdrl_1",
      organization_id: "org",
      workspace_id: "w",
    };
    assert.deepEqual(bodies, [
      { ...fixed, assertion: "jwt-1" },
      { ...fixed, assertion: "jwt-2" },
    ]);
  });

  it("says why there is no token, without the identity token", async () => {
    const tokens = new FederatedTokens(() => ({}));
    const settings = { ruleId: "r", organizationId: "o", tokenFile };
    await writeFile(tokenFile, "jwt");
    status = 401;
    const prefix = "Anthropic workload identity federation failed: ";
    await assert.rejects(tokens.get({ settings, baseUrl }), { code: "auth", message: `${prefix}status 401` });
    const insecure = tokens.get({ settings, baseUrl: "http://example.com" });
    await assert.rejects(insecure, { message: `${prefix}http://example.com is not secure` });
    const missing = join(directory, "none");
    await assert.rejects(tokens.get({ settings: { ...settings, tokenFile: missing }, baseUrl }), {
      message: `${prefix}${missing} holds no identity token`,
    });
  });
});
