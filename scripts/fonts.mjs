import { readFileSync } from "node:fs";

/** Sheets of packages that name fonts: of several formats only the one that every editor reads, under its plain name. */
export const fontsPlugin = {
  name: "fonts",
  setup(build) {
    const rewrite = (filter, pattern) =>
      build.onLoad({ filter }, ({ path }) => ({
        contents: readFileSync(path, "utf8").replace(pattern, ""),
        loader: "css",
      }));
    rewrite(/[\\/]katex[\\/]dist[\\/].*\.css$/, /,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g);
    rewrite(/[\\/]codicon\.css$/, /(?<=\.ttf)\?[0-9a-f]+/g);
  },
};
