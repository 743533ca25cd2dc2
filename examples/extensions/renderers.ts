// Draws entries, messages, tool calls and text in its own way.
import type { Component, ExtensionAPI } from "@relay-harness/coding-agent";

const text = (...rows: string[]): Component => ({
  render: (width) => rows.map((row) => row.slice(0, width)),
});

export default function (relay: ExtensionAPI) {
  relay.registerMessageRenderer("goal", ({ content }, { expanded }, theme) =>
    text(theme.bold(expanded ? String(content) : "A goal")),
  );
  relay.registerEntryRenderer("note", ({ data }, _options, theme) =>
    text(theme.fg("muted", `Note: ${(data as { text: string }).text}`)),
  );
  relay.registerToolRenderer((toolName, next) =>
    toolName.startsWith("mcp__")
      ? { renderCall: (args, theme) => text(theme.fg("toolTitle", `${toolName} ${JSON.stringify(args)}`)) }
      : next(),
  );
  relay.registerMarkdownTransformer((markdown) => markdown.replaceAll("TODO", "**TODO**"), {
    messageTypes: ["assistant"],
  });
}
