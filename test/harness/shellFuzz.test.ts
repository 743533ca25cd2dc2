import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { ShellParser } from "@relay-harness/agent-core";
import { analyzerOf, bothGrammars, idsOf } from "./shellAnalysis.ts";

const shellPieces = [
  ..."'\"`$(){}[]<>|&;#\\ \n\t=*?!~%@,:-+/".split(""),
  ...["$(", "${", "<<E\n", "<(", "&&", "||", ">>", "2>&1", "\nE\n", "if ", "then ", "fi", "for x in ", "do ", "done"],
  ...["rm -rf ", "git push ", "sh -c ", "eval ", "xargs ", "alias a=", "f() { ", "}", "case x in ", "esac", "constructor "],
  ...["$x", "${x:-y}", "${{ a }}", "a=b ", "npm test", "psql -c ", "DROP TABLE t", "__proto__ ", "@'\n", "\n'@", "param("],
];

const shellText = fc
  .array(fc.oneof(fc.constantFrom(...shellPieces), fc.string({ maxLength: 8 })), { maxLength: 400 })
  .map((pieces) => pieces.join("").slice(0, 10_000));

/** Ways to write a command that run it all the same; `{}` is the command. */
const wrappings: readonly [name: string, wrap: (command: string) => string][] = [
  ["quoted program", (command) => command.replace(/^\S+/, '"$&"')],
  ["split quotes", (command) => command.replace(/^(\w)(\S*)/, "$1'$2'")],
  ["backslash", (command) => `\\${command}`],
  ["env", (command) => `env A=1 ${command}`],
  ["assignment", (command) => `A=1 B="x y" ${command}`],
  ["sudo", (command) => `sudo -E -u root ${command}`],
  ["sh -c", (command) => `sh -c ${quote(command)}`],
  ["bash -lc", (command) => `bash -o pipefail -lc ${quote(command)}`],
  ["xargs", (command) => `echo a | xargs -n1 ${command}`],
  ["subshell", (command) => `(cd . && ${command})`],
  ["group", (command) => `{ ${command}; }`],
  ["and", (command) => `true && ${command}`],
  ["or", (command) => `false || ${command}`],
  ["sequence", (command) => `ls; ${command}; ls`],
  ["heredoc", (command) => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`],
  ["eval", (command) => `eval ${quote(command)}`],
  ["nohup", (command) => `nohup ${command} &`],
  ["npx", (command) => `npx -y cross-env A=1 ${command}`],
  ["timeout", (command) => `timeout -k 5 60 nice -n 5 ${command}`],
  ["pipe to sh", (command) => `echo ${quote(command)} | sh`],
  ["substitution", (command) => `echo "$(${command})"`],
  ["if", (command) => `if ${command}; then ls; fi`],
  ["loop", (command) => `for i in 1 2; do ${command}; done`],
  ["function", (command) => `f() { ${command}; }; f`],
  ["trap", (command) => `trap ${quote(command)} EXIT`],
  ["alias", (command) => `alias a=${quote(command)}`],
  ["redirected", (command) => `${command} > /dev/null 2>&1`],
  ["continued line", (command) => command.replace(" ", " \\\n  ")],
];

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const gated: readonly [command: string, id: string][] = [
  ["rm -rf dist", "fs.delete"],
  ["git push origin main", "git.push"],
  ["git reset --hard HEAD~1", "git.reset.hard"],
  ["kubectl delete pod web-1", "k8s.delete"],
  ["npm publish", "pkg.publish"],
  ['psql -c "DROP TABLE users"', "sql.drop"],
  ["terraform destroy -auto-approve", "iac.destroy"],
  ["curl -X POST https://example.org", "http.write"],
  ["docker push app", "docker.push"],
];

describe("harness: any shell text", () => {
  let parser: ShellParser;
  before(async () => {
    parser = await bothGrammars();
  });

  it("never throws, in bash and in PowerShell", () => {
    const bash = analyzerOf(parser);
    const powershell = analyzerOf(parser, "powershell");
    fc.assert(
      fc.property(shellText, (text) => {
        bash(text);
        powershell(text);
      }),
      { numRuns: 300 },
    );
  });

  for (const [name, text] of [
    ["brackets", "(".repeat(3000) + "rm -rf x" + ")".repeat(3000)],
    ["substitutions", "$(".repeat(2000) + "rm -rf x" + ")".repeat(2000)],
    ["a chain", Array.from({ length: 900 }, () => "rm -rf x").join(" && ")],
    ["a pipeline", Array.from({ length: 900 }, () => "rm -rf x").join(" | ")],
    ["negations", "! ".repeat(3000) + "rm -rf x"],
    ["braces", "echo " + "{a,b}".repeat(500) + "; rm -rf x"],
    ["functions that call each other", "a() { b; b; }; b() { c; c; }; c() { a; a; rm -rf x; }; a"],
    ["nested loops", "for a in 1 2 3 4 5 6 7 8; do ".repeat(12) + "rm -rf x; " + "done; ".repeat(12)],
    ["nested shells", Array.from({ length: 12 }).reduce<string>((inner) => `sh -c ${JSON.stringify(inner)}`, "rm -rf x").slice(0, 10_000)],
  ] as const) {
    it(`asks about ${name} without end`, () => {
      assert.notDeepEqual(idsOf(analyzerOf(parser)(text)), []);
    });
  }

  it("still asks however a command is wrapped, up to three times over", () => {
    const wraps = fc.array(fc.constantFrom(...wrappings), { minLength: 1, maxLength: 3 });
    const analyze = analyzerOf(parser);
    fc.assert(
      fc.property(fc.constantFrom(...gated), wraps, ([command, id], chosen) => {
        let text = command;
        for (const [, wrap] of chosen) text = wrap(text);
        const ids = idsOf(analyze(text));
        assert.ok(ids.includes(id) || ids.includes("unparsed"), `${text}: ${ids.join(", ")}`);
      }),
      { numRuns: 1500 },
    );
  });

  for (const [name, wrap] of wrappings) {
    it(`finds a command in: ${name}`, () => {
      for (const [command, id] of gated) {
        const text = wrap(command);
        assert.ok(idsOf(analyzerOf(parser)(text)).includes(id), text);
      }
    });
  }

  it("takes little longer than parsing for 10 kB", () => {
    const command = "find . -name '*.tmp' -exec rm {} \\; && npm test | tee out.log || git push origin main\n";
    const text = command.repeat(Math.floor(10_000 / command.length));
    const parsing = fastest(() => parser.parse(text, "bash"));
    const analysis = fastest(() => analyzerOf(parser)(text));
    assert.ok(analysis < 25 * parsing, `${analysis} ms against ${parsing} ms of parsing`);
  });
});

/** The best of several runs: others work on the same machine. */
function fastest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
