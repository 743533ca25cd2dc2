// Bundles reach Node's own modules without the facade that an ES import of one builds: it reads every
// export, getters included, which costs a start 2 to 6 ms for each of fs, util, crypto and others.
import { builtinModules } from "node:module";

const namespace = "node-builtin";
const identifier = /^[A-Za-z_$][\w$]*$/;

/** An esbuild plugin for bundles that run in Node 20.16 or newer. */
export const builtinModulesPlugin = {
  name: "builtin-modules",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) => {
      const isKnown = builtinModules.includes(path.slice("node:".length)) || builtinModules.includes(path);
      // What CommonJS code requires comes through `require`, which has no facade.
      if (!isKnown || kind === "require-call") return { path, external: true };
      return { path, namespace, sideEffects: false };
    });
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: moduleText(path), loader: "js" }));
  },
};

/** One export for every name, each of which a bundle that does not use it leaves out. */
function moduleText(path) {
  const names = Object.keys(process.getBuiltinModule(path)).filter(
    (name) => identifier.test(name) && name !== "default",
  );
  return [
    `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});`,
    "const member = (name) => builtin[name];",
    "export default builtin;",
    ...names.map(
      (name, index) =>
        `const m${index} = /* @__PURE__ */ member(${JSON.stringify(name)}); export { m${index} as ${name} };`,
    ),
  ].join("\n");
}
