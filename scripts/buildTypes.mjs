// Declarations of the published package, complete in themselves: those of the packages that its bundle
// contains lie beside its own, and imports of them are relative.
//   node scripts/buildTypes.mjs
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, run } from "./setup.mjs";

const agent = join(root, "agent");
const outDir = join(agent, "coding-agent/dist/declarations");

/** Folder of the declarations that `tsc` wrote, by package name. */
const packages = {
  "@relay-harness/coding-agent": "coding-agent",
  "@relay-harness/agent-core": "core",
  "@relay-harness/ai": "ai",
  "@relay-harness/protocol": "protocol",
};
const entries = ["index", "rpcClientEntry"];

// Without the rest of the line, so that `import("...")` in types counts as well.
const importPattern = /((?:\bfrom|\bimport)\s*\(?\s*)"([^"]+)"/g;

run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", join(agent, "coding-agent")]);
rmSync(outDir, { recursive: true, force: true });
const copied = new Set();
for (const entry of entries) copy({ folder: "coding-agent", path: `${entry}.d.ts` });

/** Copies a declaration file and everything that it imports. */
function copy({ folder, path }) {
  const target = join(outDir, folder, path);
  if (copied.has(target)) return;
  copied.add(target);
  const text = readFileSync(join(agent, folder, "dist/types", path), "utf8");
  const rewritten = text.replace(importPattern, (whole, before, specifier) => {
    const imported = resolve({ folder, path }, specifier);
    if (!imported) return whole;
    copy(imported);
    const from = relative(dirname(target), join(outDir, imported.folder, imported.path));
    const posix = from.replaceAll("\\", "/").replace(/\.d\.ts$/, ".js");
    return `${before}"${posix.startsWith(".") ? posix : `./${posix}`}"`;
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, rewritten);
}

/** The declaration file that an import means; `undefined` for Node's modules. */
function resolve({ folder, path }, specifier) {
  if (specifier.startsWith("node:")) return undefined;
  if (specifier.startsWith(".")) {
    const file = join(dirname(path), specifier).replace(/\.(ts|js)$/, ".d.ts");
    return { folder, path: file };
  }
  const name = Object.keys(packages).find(
    (known) => specifier === known || specifier.startsWith(`${known}/`),
  );
  if (!name) {
    throw new Error(`${folder}/${path} imports types of ${specifier}, which the package does not contain`);
  }
  const entry = specifier === name ? "index" : specifier.slice(name.length + 1);
  return { folder: packages[name], path: `${entry}.d.ts` };
}
