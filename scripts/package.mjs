// Makes the .vsix: the extension, its webview and the agent, and nothing else.
//   npm run package              relay.vsix in the repository
//   npm run package -- FILE      to that file
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
build();
const { packExtension } = await import("./vscode/vsix.mjs");
const packagePath = resolve(process.argv[2] ?? join(root, "relay.vsix"));
await packExtension(packagePath);
process.stdout.write(`${packagePath} ${(statSync(packagePath).size / 1024 / 1024).toFixed(2)} MB\n`);
