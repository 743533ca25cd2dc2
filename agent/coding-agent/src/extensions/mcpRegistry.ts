import type { ExtensionRuntime } from "./runtime.ts";
import type { McpServerConfig, McpServerRegistration } from "./types/mcp.ts";

/** MCP servers that extensions registered; what connects them reads the list and hears of changes. */
export class McpRegistry {
  /** Told after each change. */
  onChange: (() => void) | undefined;
  private servers: McpServerRegistration[] = [];

  constructor(private readonly runtime: ExtensionRuntime) {}

  /** Replaces an earlier one of the same extension. Throws when name or configuration cannot be used. */
  register(extensionPath: string, name: string, config: McpServerConfig): void {
    checkName(name);
    checkConfig(name, config);
    const known = this.servers.find((server) => isSameName(server.name, name));
    if (known && known.extensionPath !== extensionPath) {
      throw new Error(`MCP server "${name}" is already registered by ${known.extensionPath}`);
    }
    const server = { name, config: structuredClone(config), extensionPath };
    this.servers = known
      ? this.servers.map((other) => (other === known ? server : other))
      : [...this.servers, server];
    this.onChange?.();
  }

  /** Nothing happens for a server of another extension. */
  unregister(extensionPath: string, name: string): void {
    const kept = this.servers.filter(
      (server) => !isSameName(server.name, name) || server.extensionPath !== extensionPath,
    );
    if (kept.length === this.servers.length) return;
    this.servers = kept;
    this.onChange?.();
  }

  /** Forgets the servers of a factory that failed. */
  discard(extensionPath: string): void {
    this.servers = this.servers.filter((server) => server.extensionPath !== extensionPath);
  }

  /** Copies, in the order of registration. */
  list(): McpServerRegistration[] {
    this.runtime.assertLive();
    return structuredClone(this.servers);
  }
}

function checkName(name: string): void {
  if (typeof name === "string" && /^[A-Za-z0-9_-]+$/.test(name)) return;
  throw new TypeError(
    `Invalid MCP server name ${JSON.stringify(name)}: use letters, digits, "_" and "-" only`,
  );
}

/** What needs no knowledge of transports; the rest is checked by what connects. */
function checkConfig(name: string, config: McpServerConfig): void {
  const fail = (problem: string): never => {
    throw new TypeError(`Invalid configuration of MCP server "${name}": ${problem}`);
  };
  if (typeof config !== "object" || config === null || Array.isArray(config)) fail("expected an object");
  const { command, url, type } = config;
  if (command === undefined && url === undefined) fail("command or url is required");
  if (command !== undefined && url !== undefined) fail("command and url exclude each other");
  if (command !== undefined && (typeof command !== "string" || command === "")) {
    fail("command must be a non-empty string");
  }
  if (url !== undefined && (typeof url !== "string" || !URL.canParse(url))) fail("url must be a URL");
  const types: readonly unknown[] = [undefined, "stdio", "http", "streamable-http"];
  if (!types.includes(type)) fail('type must be "stdio", "http" or "streamable-http"');
}

/** `-` and `_` are the same. */
function isSameName(left: string, right: string): boolean {
  return left.replaceAll("-", "_") === right.replaceAll("-", "_");
}
