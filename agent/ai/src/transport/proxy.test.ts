import assert from "node:assert/strict";
import { proxyFor } from "./proxy.ts";

const setting = "http://setting:1";
const proxied = (url: string, env: Record<string, string>, httpProxy?: string): string | undefined =>
  proxyFor(new URL(url), httpProxy, (name) => env[name]);

describe("proxyFor", () => {
  it("connects directly without setting and variables", () => {
    assert.equal(proxied("https://api.example.com/", {}), undefined);
  });

  it("uses the setting for both schemes, and variables before it", () => {
    assert.equal(proxied("https://api.example.com/", {}, setting), "http://setting:1/");
    assert.equal(proxied("http://api.example.com/", {}, setting), "http://setting:1/");
    assert.equal(
      proxied("https://api.example.com/", { HTTPS_PROXY: "http://env:2" }, setting),
      "http://env:2/",
    );
    assert.equal(
      proxied("http://api.example.com/", { http_proxy: "http://env:3" }, setting),
      "http://env:3/",
    );
    assert.equal(
      proxied("http://api.example.com/", { HTTPS_PROXY: "http://env:2" }, setting),
      "http://setting:1/",
    );
  });

  it("reads a proxy without scheme as HTTP", () => {
    assert.equal(
      proxied("https://api.example.com/", { HTTPS_PROXY: "proxy.local:3128" }),
      "http://proxy.local:3128/",
    );
  });

  it("models.md 56: NO_PROXY names domains with their subdomains", () => {
    const direct = (noProxy: string, url: string): boolean =>
      proxied(url, { NO_PROXY: noProxy }, setting) === undefined;
    assert.equal(direct("example.com", "https://api.example.com/"), true);
    assert.equal(direct("example.com", "https://example.com/"), true);
    assert.equal(direct(".example.com", "https://api.example.com/"), true);
    assert.equal(direct("other.org, example.com", "https://EXAMPLE.com/"), true);
    assert.equal(direct("example.com", "https://notexample.com/"), false);
    assert.equal(direct("api.example.com", "https://example.com/"), false);
    assert.equal(direct("*", "https://api.example.com/"), true);
    assert.equal(direct("example.com:443", "https://api.example.com/"), true);
    assert.equal(direct("example.com:443", "https://api.example.com:8443/"), false);
    assert.equal(direct("example.com:80", "http://api.example.com/"), true);
    assert.equal(direct("", "https://api.example.com/"), false);
  });

  it("never sends loopback targets to a proxy", () => {
    for (const host of ["localhost", "x.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
      assert.equal(proxied(`http://${host}:8080/`, {}, setting), undefined, host);
    }
  });

  it("models.md 56: other protocols are refused with their text", () => {
    const text =
      "Unsupported proxy protocol. SOCKS and PAC proxy URLs are not supported; use an HTTP or HTTPS proxy URL.";
    for (const proxy of ["socks5://x", "socks://x:1", "pac+http://x/p.pac"]) {
      assert.throws(() => proxied("https://api.example.com/", {}, proxy), { code: "proxy", message: text });
    }
    assert.throws(() => proxied("https://api.example.com/", {}, "http://[bad"), { code: "proxy" });
  });
});
