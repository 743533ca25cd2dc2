import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";

/** Tunnels are opened with `connect`, which only the package's index would give to dispatchers. */
export function createProxyAgent(options: ProxyAgent.Options): ProxyAgent {
  Dispatcher.prototype.connect ??= connect;
  return new ProxyAgent(options);
}
