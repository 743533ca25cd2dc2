#!/usr/bin/env node
import { enableCompileCache } from "./base/compileCache.ts";

enableCompileCache();
const { main } = await import("./cli/main.ts");
process.exit(await main(process.argv.slice(2)));
