import { isJsonObject } from "@relay-harness/protocol";
import { readCommandEnd } from "./shellCommands.ts";
import type { Steps } from "./steps.ts";
import { carryOutRun, failed, missingTools } from "./steps.ts";
import { listCall, readCall } from "./toolCalls.ts";

/** Ways to run tests that a file in the project's root is enough evidence for, in order of preference. */
const commandsByFile: readonly (readonly [file: string, command: string])[] = [
  ["Cargo.toml", "cargo test"],
  ["go.mod", "go test ./..."],
  ["pytest.ini", "pytest"],
  ["pyproject.toml", "pytest"],
  ["tox.ini", "pytest"],
  ["setup.cfg", "pytest"],
  ["setup.py", "pytest"],
  ["conftest.py", "pytest"],
];

const packageManagers: readonly (readonly [lockFile: string, command: string])[] = [
  ["pnpm-lock.yaml", "pnpm test"],
  ["yarn.lock", "yarn test"],
  ["bun.lock", "bun run test"],
  ["bun.lockb", "bun run test"],
];

/** Finds out how the project in the working directory runs its tests, and runs them. */
export function* carryOutTests(tools: ReadonlySet<string>): Steps {
  const look = listCall(".", tools);
  if (!look) return missingTools("ls", "bash");
  const listing = yield look;
  if (listing.isError) return failed("list", ".", listing);
  const files = new Set(
    readCommandEnd(listing.text, false)
      .output.split("\n")
      .map((line) => line.trim()),
  );
  if (files.has("package.json")) {
    const call = readCall("package.json", tools);
    if (!call) return missingTools("read", "bash");
    const manifest = yield call;
    if (manifest.isError) return failed("read", "package.json", manifest);
    if (hasTestScript(manifest.text)) {
      const command = packageManagers.find(([lockFile]) => files.has(lockFile))?.[1] ?? "npm test";
      return yield* carryOutRun(command, tools, "testsRan");
    }
  }
  const found = commandsByFile.find(([file]) => files.has(file));
  if (found) return yield* carryOutRun(found[1], tools, "testsRan");
  const makefile = ["GNUmakefile", "makefile", "Makefile"].find((name) => files.has(name));
  const call = makefile === undefined ? undefined : readCall(makefile, tools);
  if (makefile !== undefined && call) {
    const content = yield call;
    if (content.isError) return failed("read", makefile, content);
    if (/^test\s*:(?!=)/m.test(content.text)) return yield* carryOutRun("make test", tools, "testsRan");
  }
  return { kind: "noTests", ok: false };
}

/** False also for the script that `npm init` writes, which only fails. */
function hasTestScript(manifest: string): boolean {
  let script: unknown;
  try {
    const parsed: unknown = JSON.parse(manifest);
    const scripts = isJsonObject(parsed) ? parsed.scripts : undefined;
    script = isJsonObject(scripts) ? scripts.test : undefined;
  } catch {
    // A manifest too long to be read whole, or a broken one: npm will say which.
    script = /"test"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(manifest)?.[1];
  }
  return typeof script === "string" && script.trim() !== "" && !script.includes("no test specified");
}
