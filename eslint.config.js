import tseslint from "typescript-eslint";
import { importTable } from "./scripts/eslintImportTable.mjs";

export default tseslint.config(
  {
    ignores: ["**/dist/", "**/node_modules/", "**/*.generated.ts", "test/fixtures/", "examples/"],
  },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parserOptions: {
        project: [
          "./agent/*/tsconfig.json",
          "./extension/tsconfig.json",
          "./webview/tsconfig.json",
          "./webview/tsconfig.test.json",
          "./tsconfig.test.json",
          "./test/webview/tsconfig.json",
          "./agent/protocol/schema/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { relay: importTable },
    rules: {
      "relay/rooms": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-console": "error",
      "no-empty": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "prefer-const": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Named exports only." },
        { selector: "TSEnumDeclaration", message: "Use a union of strings." },
        {
          selector:
            "AssignmentExpression > MemberExpression.left[object.name='process'][property.name='env']",
          message: "A plain object is no environment: set and delete single variables.",
        },
      ],
    },
  },
  {
    files: ["**/*.test.ts", "test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-expressions": "off",
    },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  { files: ["scripts/**/*.ts"], rules: { "no-console": "off" } },
);
