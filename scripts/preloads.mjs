// As esbuild names it: builds start in the root of the project.
const folder = "webview/dist";

/**
 * By entry of the webview: the chunks that it cannot run without, relative to the folder of the bundle. A
 * document names them, so that the browser does not find them one behind the other.
 */
export function preloadsOf({ outputs }) {
  return Object.fromEntries(["main", "harness"].map((entry) => [entry, chunksOf(outputs, entry)]));
}

function chunksOf(outputs, entry) {
  const chunks = new Set();
  const visit = (path) => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== "import-statement" || chunks.has(imported)) continue;
      chunks.add(imported);
      visit(imported);
    }
  };
  visit(`${folder}/${entry}.js`);
  return [...chunks].map((path) => path.slice(folder.length + 1));
}
