// Runs the commands that you type yourself in a container: --container <name>.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerFlag("container", { type: "string", description: "Container of ! commands" });
  relay.on("user_bash", async ({ command, cwd }, { ui }) => {
    const container = relay.getFlag("container");
    if (typeof container !== "string") return;
    const { code } = await relay.exec("docker", ["inspect", container], { timeout: 5_000 });
    if (code !== 0) throw new Error(`The container ${container} does not run.`);
    ui.setStatus("shell", container);
    return {
      operations: {
        exec: async (_command, _cwd, { onData }) => {
          const run = await relay.exec("docker", ["exec", "-w", cwd, container, "sh", "-c", command]);
          onData(Buffer.from(run.stdout + run.stderr));
          return { exitCode: run.code };
        },
      },
    };
  });
}
