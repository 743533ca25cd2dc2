import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";

export { ProxyAgent };
