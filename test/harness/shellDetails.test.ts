import assert from "node:assert/strict";
import type { ShellParser } from "@relay-harness/agent-core";
import { analyzerOf, bothGrammars, checksOf } from "./shellAnalysis.ts";

describe("harness: what an analysis tells", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  it("an operation: classes, label, clause, targets, words", () => {
    assert.deepEqual(analyzerOf(parser)('cd web && sudo rm -rf dist "$X" *.log').operations, [
      {
        id: "fs.delete",
        classes: ["destructive"],
        label: "rm -r",
        clause: { group: "delete", needs: "targets" },
        targets: [
          { text: "dist", kind: "literal", isDangerous: false },
          { text: "$X", kind: "dynamic", isDangerous: false },
          { text: "*.log", kind: "glob", isDangerous: false },
        ],
        names: [],
        words: ["rm", "-rf", "dist", "$X", "*.log"],
      },
    ]);
  });

  it("names, and clauses that no message satisfies", () => {
    const [install, perm] = analyzerOf(parser)(
      "sudo apt-get install -y jq=1.6 curl && chmod -R 700 .",
    ).operations;
    assert.deepEqual([install?.names, install?.clause], [["jq", "curl"], { group: "run", needs: "names" }]);
    assert.equal(perm?.clause, "ask");
  });

  it("harness.md §3.1: what the tree of a text with errors shows is always asked about", () => {
    const clauses = ["npm install -g jq", "npm install -g jq; if [ -f a"].map((command) =>
      analyzerOf(parser)(command).operations.map(({ id, clause }) => [id, clause]),
    );
    assert.deepEqual(clauses, [
      [["system.install", { group: "run", needs: "names" }]],
      [["system.install", "ask"]],
    ]);
  });

  for (const target of [
    "/",
    "~",
    ".",
    "..",
    "../app",
    "./",
    "*",
    "~/*",
    "/etc",
    "/usr/local",
    ".git",
    "$HOME",
    "/home/me/app",
  ]) {
    it(`rm -rf ${target} is dangerous`, () => {
      const [operation] = analyzerOf(parser)(`rm -rf ${target}`).operations;
      assert.deepEqual(
        operation?.targets.map(({ isDangerous }) => isDangerous),
        [true],
      );
    });
  }

  for (const target of ["dist", "./dist", "/home/me/app/dist", "packages/web/dist", "~/.cache/x"]) {
    it(`rm -rf ${target} is not`, () => {
      const [operation] = analyzerOf(parser)(`rm -rf ${target}`).operations;
      assert.deepEqual(
        operation?.targets.map(({ isDangerous }) => isDangerous),
        [false],
      );
    });
  }

  it("a workspace in the temporary folder is no temporary folder", () => {
    const place = { cwd: "/tmp/w", workspace: "/tmp/w" };
    const analyze = analyzerOf(parser);
    assert.equal(analyze("rm -rf dist", place).operations.length, 1);
    assert.equal(analyze("rm -rf /tmp/other", place).operations.length, 0);
  });

  for (const [command, target] of [
    ['f() { true; }; set -- src; f dist; rm -rf "$1"', "src"],
    ['f() { rm -rf "$2"; }; f src dist', "dist"],
    [`set -- src; bash -c 'rm -rf "$1"' relay dist`, "dist"],
    [`set -- src; bash -c 'rm -rf "$1"'`, "$1"],
    ['set -- src; shift; rm -rf "$1"', "$1"],
    ['set -- src; if test -f a; then set -- dist; fi; rm -rf "$1"', "$1"],
  ] as const) {
    it(`parameters: ${command}`, () => {
      const { operations } = analyzerOf(parser)(command);
      assert.deepEqual(
        operations.at(-1)?.targets.map(({ text }) => text),
        [target],
      );
    });
  }

  it("a loop's values are the targets of one operation", () => {
    const [operation, ...others] = analyzerOf(parser)('for d in a b; do rm -rf "$d/dist"; done').operations;
    assert.deepEqual(
      operation?.targets.map(({ text }) => text),
      ["a/dist", "b/dist"],
    );
    assert.deepEqual(others, []);
  });

  for (const [command, isReadOnly] of [
    ["git status && git log -3 | cat", true],
    ["grep -rn x . | head > /dev/null", true],
    ["cd web && npm test", true],
    ["sed -n 1,20p a.ts; jq . a.json", true],
    ["echo x > a.txt", false],
    ["sed -i s/a/b/ a.ts", false],
    ["git commit -m x", false],
    ["node scripts/seed.js", false],
    ["find . -name '*.o' -delete", false],
    ["git branch -D x", false],
    ["cat a.ts | tee b.ts", false],
  ] as const) {
    it(`${command}: ${isReadOnly ? "only reads or checks" : "does more"}`, () => {
      assert.equal(analyzerOf(parser)(command).isReadOnly, isReadOnly);
    });
  }

  for (const [command, paths] of [
    ["echo x > a.txt && echo y >> web/b.txt", "/home/me/app/a.txt /home/me/app/web/b.txt"],
    ["cd web && sed -i s/a/b/ src/a.ts", "/home/me/app/web/src/a.ts"],
    ["mv a.ts b.ts", "/home/me/app/a.ts /home/me/app/b.ts"],
    ["rm -rf dist; touch x; truncate -s 0 y", "/home/me/app/dist /home/me/app/x /home/me/app/y"],
    ["git merge main", "*"],
    ["npx prettier --write .", "*"],
    ["npx prettier --check .", ""],
    ["black .", "*"],
    ["black --check .", ""],
    ["cargo fmt", "*"],
    ["npm install lodash", "*"],
    ["go generate ./...", "*"],
    ["git log > /dev/null", ""],
    ["ls", ""],
  ] as const) {
    it(`${command}: changes ${paths || "nothing"}`, () => {
      assert.deepEqual(analyzerOf(parser)(command).changes.join(" "), paths);
    });
  }

  it("why a check does not count", () => {
    const why = (command: string): unknown[] =>
      analyzerOf(parser)(command).checks.map(({ masked }) => masked);
    const commands = [
      ["npm test | tail", "pipe"],
      ["npm test; ls", "sequence"],
      ["npm test || true", "alternative"],
      ["! npm test", "negated"],
      ["npm test &", "background"],
      ["if npm test; then ls; fi", "condition"],
      ['echo "$(npm test)"', "substitution"],
      ["for i in 1; do npm test; done", "loop"],
      ["watch npm test", "wrapper"],
      ["make -i test", "runner"],
    ] as const;
    assert.deepEqual(
      commands.map(([command]) => why(command)),
      commands.map(([, reason]) => [reason]),
    );
  });

  it("a check that exit code 0 does not prove to have run is masked", () => {
    assert.deepEqual(checksOf(analyzerOf(parser)("set -e; cd web && npm test; echo done")), [
      "test / masked / -",
    ]);
  });

  it("Windows paths: drives, backslashes, any case", () => {
    const place = {
      cwd: "C:\\w\\app",
      workspace: "C:\\w\\app",
      home: "C:\\Users\\me",
      tempDirs: ["C:\\Users\\me\\AppData\\Local\\Temp"],
      platform: "windows",
    } as const;
    const analyze = analyzerOf(parser, "powershell");
    const ids = (command: string): string[] => analyze(command, place).operations.map(({ id }) => id);
    assert.deepEqual(ids("Remove-Item $env:TEMP\\build -Recurse"), []);
    assert.deepEqual(ids("Copy-Item a.txt c:\\W\\App\\b.txt"), []);
    assert.deepEqual(ids("Copy-Item a.txt C:\\w\\other\\b.txt"), ["fs.outside"]);
    assert.deepEqual(ids("Remove-Item ..\\app\\dist -Recurse"), ["fs.delete"]);
  });

  it("a text that cannot be read is asked about when it may do harm, and harmless otherwise", () => {
    const analyze = analyzerOf(parser);
    const broken = analyze("rm -rf 'dist");
    assert.deepEqual(
      broken.operations.map(({ id, clause }) => [id, clause]),
      [["unparsed", "ask"]],
    );
    assert.deepEqual([analyze("echo 'a").operations, analyze("echo 'a").hasParseError], [[], true]);
  });

  it("without PowerShell's grammar, PowerShell inside bash is asked about", () => {
    const bashOnly = {
      parse: (source: string, language: "bash" | "powershell") =>
        language === "bash" ? parser.parse(source, language) : undefined,
    };
    const { operations } = analyzerOf(bashOnly)("pwsh -c 'ls'");
    assert.deepEqual(
      operations.map(({ id }) => id),
      ["unresolved"],
    );
  });
});
