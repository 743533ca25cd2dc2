// What npm runs before it packs the agent: everything that the package contains, from a fresh clone on.
import { join } from "node:path";
import { build, ensureInstalled, root, run } from "./setup.mjs";

ensureInstalled();
build();
run(process.execPath, [join(root, "scripts/buildTypes.mjs")]);
