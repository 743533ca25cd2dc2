// Adds an MCP server for this session, and keeps the model from changing things with it.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerCommand("docs-server", {
    description: "Connect to a documentation server, or leave it",
    handler: (url, { ui }) => {
      if (url === "") relay.unregisterMcpServer("docs");
      else relay.registerMcpServer("docs", { url, exposure: "codemode" });
      ui.notify(
        `Servers: ${
          relay
            .getMcpServers()
            .map(({ name }) => name)
            .join(", ") || "none"
        }`,
      );
    },
  });
  relay.on("mcp_servers_change", ({ servers }, { ui }) =>
    ui.setStatus("servers", `${servers.length} servers`),
  );
  relay.on("tool_call", ({ toolName }) => {
    const tool = relay.getAllTools().find(({ name }) => name === toolName);
    if (tool?.namespace?.name === "docs" && tool.annotations?.readOnlyHint !== true) {
      return { block: true, reason: "Only reading is allowed on the documentation server." };
    }
  });
}
