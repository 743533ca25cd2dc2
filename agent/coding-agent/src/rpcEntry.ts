#!/usr/bin/env node
import { runProgram } from "./cli/program.ts";

await runProgram(["--mode", "rpc", ...process.argv.slice(2)]);
