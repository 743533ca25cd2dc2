import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProxyServer, type ProxyServer } from "../../../../test/fakes/proxyServer.ts";
import { openStream } from "./http.ts";

const trustVariable = "NODE_TLS_REJECT_UNAUTHORIZED";

/** A throw-away certificate, or `undefined` where there is no openssl. */
function makeCertificate(directory: string, host: string): { key: Buffer; cert: Buffer } | undefined {
  const key = join(directory, "key.pem");
  const cert = join(directory, "cert.pem");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const { status } = spawnSync(
    "openssl",
    ["req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "1", "-subj", `/CN=${host}`],
    { stdio: "ignore" },
  );
  return status === 0 ? { key: readFileSync(key), cert: readFileSync(cert) } : undefined;
}

describe("openStream through a CONNECT tunnel", () => {
  let directory: string;
  let server: Server | undefined;
  let proxy: ProxyServer | undefined;
  const trust = process.env[trustVariable];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "relay-tunnel-"));
  });
  afterEach(async () => {
    if (trust === undefined) delete process.env[trustVariable];
    else process.env[trustVariable] = trust;
    server?.closeAllConnections();
    server?.close();
    await proxy?.close();
    rmSync(directory, { recursive: true });
  });

  it("speaks TLS with the target behind the proxy", async function () {
    const certificate = makeCertificate(directory, "api.example.test");
    if (!certificate) return this.skip();
    const received: unknown[] = [];
    server = createServer(certificate, (request, response) => {
      received.push([request.method, request.url, request.headers.host, request.headers["x-a"]]);
      response.end("secret answer");
    });
    const { port } = await new Promise<AddressInfo>((resolve) => {
      server?.listen(0, "127.0.0.1", () => resolve(server?.address() as AddressInfo));
    });
    proxy = await startProxyServer((authority) => (authority === "api.example.test:443" ? port : undefined));
    process.env[trustVariable] = "0";

    const response = await openStream({
      url: "https://api.example.test/v1?x=1",
      headers: { "x-a": "1" },
      body: "{}",
      network: {},
      env: { HTTPS_PROXY: proxy.url, NO_PROXY: "none.test" },
    });
    assert.equal(await response.text(), "secret answer");
    assert.deepEqual(received, [["POST", "/v1?x=1", "api.example.test", "1"]]);
    assert.deepEqual(proxy.requests, ["CONNECT api.example.test:443"]);
  });
});
