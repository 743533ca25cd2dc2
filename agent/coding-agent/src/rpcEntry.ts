#!/usr/bin/env node
import { enableCompileCache } from "./base/compileCache.ts";

enableCompileCache();
const { main } = await import("./cli/main.ts");
process.exit(await main(["--mode", "rpc", ...process.argv.slice(2)]));
