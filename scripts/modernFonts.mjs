import { readFileSync } from "node:fs";

/** Sheets of packages that offer a font in several formats: only the one that every editor reads is kept. */
export const modernFontsPlugin = {
  name: "modern-fonts",
  setup(build) {
    build.onLoad({ filter: /[\\/]katex[\\/]dist[\\/].*\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ""),
      loader: "css",
    }));
  },
};
