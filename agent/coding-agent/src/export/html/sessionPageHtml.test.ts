import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { testHeader, userEntry } from "../testing/entries.ts";
import { parsePage } from "../testing/pageDocument.ts";
import { sessionPageHtml } from "./sessionPageHtml.ts";

const assets = { script: `run("<!-- <script> </SCRIPT>");\n`, style: "body { margin: 0 }\n" };
const data = {
  header: testHeader,
  entries: [userEntry("u1", null, "</script><script>alert(1)</script> ü 日本")],
  leafId: "u1",
};

describe("file of an exported page", () => {
  const html = sessionPageHtml(data, assets);

  it("has the title and the data of the contract", () => {
    const document = parsePage(html);
    assert.equal([...document.querySelectorAll("title")][0]?.textContent, "Session Export");
    const element = document.getElementById("session-data");
    assert.equal(element?.getAttribute("type"), "application/json");
    const json = Buffer.from(element?.textContent ?? "", "base64").toString("utf8");
    assert.deepEqual(JSON.parse(json), data);
  });

  it("keeps the session out of the markup and the script from ending early", () => {
    assert.ok(!html.includes("alert(1)"));
    assert.ok(html.includes(String.raw`run("\x3C!-- \x3Cscript> \x3C/SCRIPT>");`));
    assert.equal(html.match(/<script/gi)?.length, 2);
  });

  it("allows its own script and style and nothing else", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const [, script = ""] = /<script>([^]*?)<\/script>/.exec(html) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    assert.deepEqual(policy.split("; "), [
      "default-src 'none'",
      "img-src data:",
      `script-src 'sha256-${hash}'`,
      `style-src 'sha256-${createHash("sha256").update("body { margin: 0 }").digest("base64")}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]);
  });
});
