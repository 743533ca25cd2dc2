import { dirname, relative, resolve, sep } from "node:path";
import { root } from "./setup.mjs";
import { importProblem } from "./importTable.mjs";

const inRepository = (path) => relative(root, path).split(sep).join("/");

/** Reports imports that the table of importTable.mjs does not allow. */
export const importTable = {
  rules: {
    rooms: {
      meta: { type: "problem", schema: [] },
      create(context) {
        const file = inRepository(context.filename);
        // A test runs in Node whatever its room may touch.
        if (file.endsWith(".test.ts")) return {};
        const check = (node) => {
          const specifier = node.source?.value;
          if (typeof specifier !== "string") return;
          const target = specifier.startsWith(".")
            ? inRepository(resolve(dirname(context.filename), specifier))
            : specifier;
          const problem = importProblem(file, target);
          if (problem) context.report({ node, message: `${problem} (${specifier})` });
        };
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
        };
      },
    },
  },
};
