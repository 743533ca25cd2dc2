import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requestLanguage } from "../command/requestLanguage.ts";
import { findSources } from "./findSources.ts";
import { pageText } from "./pageText.ts";
import { isPrivateHost } from "./privateHosts.ts";
import { readLink } from "./readLink.ts";
import { readSources } from "./readSources.ts";

describe("what a description names", () => {
  const rows: [string, string[]][] = [
    [
      "see notes/ticket-123.md and https://wiki.example.com/page.",
      ["notes/ticket-123.md!", "https://wiki.example.com/page"],
    ],
    ["(https://a.example/x?y=1), please", ["https://a.example/x?y=1"]],
    ["as in @notes.md and @docs", ["notes.md!", "docs!"]],
    ['read "my notes.txt" and @"other notes.txt"', ["my notes.txt", "other notes.txt!"]],
    ["sim e/ou não, 1.5 km/h, ana@example.org", ["e/ou", "1.5", "km/h"]],
    ["change the calculation", []],
    ["./notes ~/x /etc/hosts C:\\a", ["./notes!", "~/x!", "/etc/hosts!", "C:\\a!"]],
    ["a.md a.md", ["a.md"]],
  ];
  for (const [text, expected] of rows) {
    it(text, () => {
      const found = findSources(text).map((source) =>
        source.kind === "path" && source.isCertain ? `${source.name}!` : source.name,
      );
      assert.deepEqual(found, expected);
    });
  }
});

describe("the text of a page", () => {
  const pages: [html: string, text: string][] = [
    ["plain &amp; simple", "plain & simple"],
    ["", ""],
    ["<p>a<p>b<ul><li>c<li>d</ul>", "a\nb\nc\nd"],
    ["<svg><text>no</text></svg><nav>no <a>no</a></nav>yes<noscript>no</noscript>", "yes"],
    ["<p>a<script>if (1 < 2) '</p>'</script>b</p>", "ab"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>", "a b\nc"],
  ];
  for (const [html, text] of pages) it(html, () => assert.equal(pageText(html), text));

  it("one nested beyond measure is refused", () => {
    assert.throws(() => pageText("<div>".repeat(200_000)), { message: "the page is nested too deeply" });
  });
});

describe("descriptions of the greatest length", () => {
  // Each took minutes with patterns that begin again at every character.
  const rows: [name: string, text: string, found: number][] = [
    ["one word", "x".repeat(200_000), 0],
    ["dots", `${".".repeat(200_000)}a`, 0],
    ["marks", '"'.repeat(200_000), 0],
    ["brackets", `${"(".repeat(100_000)}${")".repeat(100_000)}`, 0],
  ];
  for (const [name, text, found] of rows) {
    it(`${name} are read once`, () => {
      assert.equal(findSources(text).length, found);
      assert.equal(requestLanguage(text), "en");
    });
  }
});

describe("sources of a request", () => {
  let cwd: string;
  let server: Server;
  let base: string;
  before(async () => {
    server = createServer((request, response) => {
      if (request.url === "/page") {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(
          "<html><head><title>t</title><style>p{}</style></head><body><script>x()</script><h1>Prazo</h1>" +
            "<p>Até   sexta &amp; sábado</p><table><tr><td>a</td><td>b</td></tr></table></body></html>",
        );
      } else if (request.url === "/long") {
        response.setHeader("content-type", "text/plain");
        response.end("x".repeat(3_000_000));
      } else if (request.url === "/picture") {
        response.setHeader("content-type", "image/png");
        response.end("x");
      } else if (request.url === "/hop") {
        response.writeHead(302, { location: `http://localhost:${request.socket.localPort}/text` }).end();
      } else if (request.url === "/loop") {
        response.writeHead(302, { location: "/loop" }).end();
      } else if (request.url === "/file") {
        response.writeHead(301, { location: "file:///etc/hosts" }).end();
      } else if (request.url === "/text") {
        response.end("behind the hop");
      } else if (request.url === "/hang") {
        response.writeHead(200, { "content-type": "text/plain" }).write("beginning");
      } else {
        response.statusCode = request.url === "/closed" ? 403 : 404;
        response.end("no");
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "relay-sources-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  it("seeds/intake.md: files, folders and links are read as part of the description", async () => {
    writeFileSync(join(cwd, "a.md"), "from the file");
    mkdirSync(join(cwd, "notes"));
    writeFileSync(join(cwd, "notes", "b.txt"), "from the folder");
    writeFileSync(join(cwd, "notes", "c.bin"), "left alone");
    const { sources, failures, skipped } = await readSources(`see a.md, @notes and ${base}/page`, { cwd });
    assert.deepEqual([failures, skipped], [[], []]);
    assert.deepEqual(sources, [
      { name: "a.md", text: "from the file", isCut: false },
      { name: "notes", text: "b.txt\nc.bin\n\n## b.txt\n\nfrom the folder", isCut: false },
      { name: `${base}/page`, text: "Prazo\nAté sexta & sábado\na b", isCut: false },
    ]);
  });

  it("names what cannot be read, and why", async () => {
    writeFileSync(join(cwd, "a.pdf"), "x");
    writeFileSync(join(cwd, "b.dat"), new Uint8Array([1, 0, 2]));
    writeFileSync(join(cwd, "c.docx"), "no zip");
    const text = `@missing.md a.pdf b.dat c.docx ${base}/none ${base}/closed ${base}/picture http://127.0.0.1:1/`;
    const { failures } = await readSources(text, { cwd });
    assert.deepEqual(failures, [
      "Cannot read missing.md: there is no such file",
      "Cannot read a.pdf: PDF is not read; save it as text or as a Word document",
      "Cannot read b.dat: it is no text file",
      "Cannot read c.docx: it is no Word document (invalid zip data)",
      `Cannot read ${base}/none: the server answered 404`,
      `Cannot read ${base}/closed: the server answered 403; it may need a sign-in, so save the page as a file`,
      `Cannot read ${base}/picture: it is no text, but image/png`,
      failures[7],
    ]);
    assert.match(failures[7] ?? "", /^Cannot read http:\/\/127\.0\.0\.1:1\/: \S/);
  });

  it("follows a link, but not out of the world into a private network", async () => {
    assert.equal(await readLink(`${base}/hop`), "behind the hop");
    const isPrivate = (host: string): Promise<boolean> => Promise.resolve(host === "localhost");
    await assert.rejects(readLink(`${base}/hop`, { isPrivate }), {
      message: "it leads to localhost, which is in a private network",
    });
    await assert.rejects(readLink(`${base}/loop`), { message: "it leads on more than 5 times" });
    await assert.rejects(readLink(`${base}/file`), { message: "it leads to a link of the kind file:" });
  });

  const hosts: [host: string, isPrivate: boolean][] = [
    ["localhost", true],
    ["127.9.9.9", true],
    ["169.254.169.254", true],
    ["172.31.0.1", true],
    ["[::1]", true],
    ["[fd00::1]", true],
    ["[::ffff:10.0.0.1]", true],
    ["172.32.0.1", false],
    ["93.184.215.14", false],
    ["[2606:4700::1111]", false],
  ];
  for (const [host, expected] of hosts) {
    it(`${host} is ${expected ? "" : "not "}private`, async () => {
      assert.equal(await isPrivateHost(host), expected);
    });
  }

  it("gives up a link that hangs when it is told to", async () => {
    const controller = new AbortController();
    const reading = readLink(`${base}/hang`, { signal: controller.signal });
    controller.abort(new Error("stopped"));
    await assert.rejects(reading, { message: "stopped" });
  });

  it("names the file of a folder that cannot be read", async () => {
    mkdirSync(join(cwd, "notes"));
    writeFileSync(join(cwd, "notes", "a.docx"), "no zip");
    const { failures } = await readSources("@notes", { cwd });
    assert.deepEqual(failures, ["Cannot read notes: a.docx: it is no Word document (invalid zip data)"]);
  });

  it("cuts what is long, and says so", async () => {
    writeFileSync(join(cwd, "a.txt"), "y".repeat(1_000_000));
    const { sources } = await readSources(`a.txt ${base}/long`, { cwd });
    assert.deepEqual(
      sources.map(({ text, isCut }) => [text.length, isCut]),
      [
        [60_000, true],
        [60_000, true],
      ],
    );
  });

  it("reads no more than twenty", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `n${index}.md`);
    for (const name of names) writeFileSync(join(cwd, name), name);
    const { sources, skipped } = await readSources(names.map((name) => `@${name}`).join(" "), { cwd });
    assert.deepEqual([sources.length, skipped], [20, names.slice(20)]);
  });

  it("a word that only looks like a path is a word", async () => {
    assert.deepEqual(await readSources("e/ou 1.5 example.org", { cwd }), {
      sources: [],
      failures: [],
      skipped: [],
    });
  });
});
