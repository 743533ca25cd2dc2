/** By what the webview's code imports on demand: the script that it is built into. */
const names = {
  "highlight.js/lib/common": "highlight",
  "./katex.ts": "katex",
  "./mermaid.ts": "mermaid",
};

/** Imports on demand stay imports of scripts of their own: the first script is one file. */
export const lateScriptsPlugin = {
  name: "late-scripts",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) => {
      if (kind !== "dynamic-import") return undefined;
      const name = names[path];
      if (name !== undefined) return { path: `./late/${name}.js`, external: true };
      return {
        errors: [{ text: `${path} is loaded on demand and has no script in scripts/lateScripts.mjs` }],
      };
    });
  },
};
