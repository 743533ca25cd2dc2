import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSources } from "./findSources.ts";
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
      } else {
        response.statusCode = request.url === "/closed" ? 403 : 404;
        response.end("no");
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
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
