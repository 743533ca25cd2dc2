/** An entry of `mcp.json`; what connects servers checks the rest of it. */
export interface McpServerConfig {
  type?: "stdio" | "http" | "streamable-http";
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  url?: string;
  headers?: Record<string, string>;
  oauth?: unknown;
  auth?: { provider: string };
  exposure?: string;
  toolExposure?: Record<string, string>;
  description?: string;
  enabled?: boolean;
  /** Seconds. */
  timeout?: number;
}

export interface McpServerRegistration {
  name: string;
  config: McpServerConfig;
  extensionPath: string;
}
