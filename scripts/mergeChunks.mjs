// Splitting leaves hundreds of small chunks, and loading a file costs more than reading it: the chunks that
// are always loaded together become one.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import * as esbuild from "esbuild";

/**
 * Merges chunks of a build into one file per group. `groups`: in the order in which they are loaded, each a
 * `name` and the `sources` whose imports it holds. With `within` it holds what that source imports too, and
 * nothing else. What an earlier group has taken stays there. Modules of Node belong to groups that are `isFirst`:
 * whoever else asks for one should not load a group for it.
 */
export async function mergeChunks(options, outputs, groups) {
  const root = options.absWorkingDir;
  const graph = new ChunkGraph(outputs, relative(root, options.outdir));
  const moved = new Map();
  for (const { name, sources, within, isFirst } of groups) {
    const allowed = within && new Set(graph.closure([within]));
    const members = graph
      .closure(sources)
      .filter((path) => !moved.has(path) && (allowed?.has(path) ?? true))
      .filter((path) => isFirst || !graph.isBuiltin(path));
    for (const [index, path] of members.entries()) moved.set(path, { group: name, prefix: `m${index}_` });
  }
  const chunks = join(options.outdir, "chunks");
  for (const { name } of groups) {
    const members = [...moved].filter(([, { group }]) => group === name);
    await writeGroup({ options, chunks, name, members, outputs });
  }
  for (const file of filesOf(options.outdir, chunks)) redirectImports(file, moved, root);
  for (const [path, place] of moved) leaveBehind(join(root, path), place, outputs[path]);
}

/** Which chunk imports which, without what waits for an `import()`. */
class ChunkGraph {
  constructor(outputs, outdir) {
    this.outputs = outputs;
    this.chunks = join(outdir, "chunks");
  }

  closure(sources) {
    const reached = new Set();
    for (const source of sources) this.reach(this.outputOf(source), reached);
    return [...reached].filter((path) => dirname(path) === this.chunks);
  }

  /** It only names modules of Node, which load with it. */
  isBuiltin(path) {
    return Object.keys(this.outputs[path].inputs).every((input) => input.startsWith("node-builtin:"));
  }

  outputOf(source) {
    const found = Object.entries(this.outputs).find(([, { entryPoint }]) => entryPoint === source);
    if (found) return found[0];
    throw new Error(`No chunk begins with ${source}: is it still loaded with import()?`);
  }

  reach(path, reached) {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: imported, kind } of this.outputs[path].imports) {
      if (kind === "import-statement" && imported in this.outputs) this.reach(imported, reached);
    }
  }
}

async function writeGroup({ options, chunks, name, members, outputs }) {
  const files = new Set(members.map(([path]) => join(options.absWorkingDir, path)));
  const contents = members.map(([path, { prefix }]) => {
    const names = outputs[path].exports.map((exported) => `${exported} as ${prefix}${exported}`);
    return `export { ${names.join(", ")} } from "./${basename(path)}";`;
  });
  const { absWorkingDir, platform, format, target, logLevel, minifyWhitespace, minifySyntax, external } =
    options;
  await esbuild.build({
    ...{ absWorkingDir, platform, format, target, logLevel, minifyWhitespace, minifySyntax, external },
    bundle: true,
    sourcemap: true,
    // The package says of its chunks that they have no side effects, which holds for users alone.
    ignoreAnnotations: true,
    legalComments: "none",
    stdin: { contents: contents.join("\n"), resolveDir: chunks, sourcefile: `${name}.group.js` },
    outfile: join(chunks, `${name}.js`),
    plugins: [{ name: "group", setup: (build) => build.onResolve({ filter: /^\.\.?\// }, place) }],
  });

  function place({ path, kind, resolveDir }) {
    const file = join(resolveDir, path);
    return kind !== "dynamic-import" && files.has(file) ? { path: file } : { path, external: true };
  }
}

function filesOf(outdir, chunks) {
  return [outdir, chunks].flatMap((dir) =>
    readdirSync(dir)
      .filter((name) => name.endsWith(".js"))
      .map((name) => join(dir, name)),
  );
}

const importStatement = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"(\.\.?\/[^"]+)";/g;

/** Lets a file import from the groups what it imported from their chunks. */
function redirectImports(file, moved, root) {
  const text = readFileSync(file, "utf8");
  const redirected = text.replace(importStatement, (statement, names, target) => {
    const place = moved.get(relative(root, join(dirname(file), target)));
    if (!place) return statement;
    const from = JSON.stringify(target.replace(basename(target), `${place.group}.js`));
    if (names === undefined) return `import${from};`;
    const renamed = names.split(",").map((part) => {
      const [exported, local = exported] = part.trim().split(/\s+as\s+/);
      return `${place.prefix}${exported} as ${local}`;
    });
    return `import{${renamed.join(",")}}from${from};`;
  });
  if (redirected !== text) writeFileSync(file, redirected);
}

/** What an `import()` names still has to be there; everything else of a group is gone. */
function leaveBehind(file, { group, prefix }, { entryPoint, exports }) {
  if (entryPoint === undefined) {
    for (const path of [file, `${file}.map`]) rmSync(path);
    return;
  }
  const names = exports.map((exported) => `${prefix}${exported} as ${exported}`);
  rmSync(`${file}.map`);
  writeFileSync(file, `export{${names.join(",")}}from"./${group}.js";\n`);
}
