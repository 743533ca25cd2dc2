import { TransportError } from "./transportError.ts";

/** Looks a variable up; the caller decides which environments count. */
export type EnvironmentLookup = (name: string) => string | undefined;

const unsupportedProxy =
  "Unsupported proxy protocol. SOCKS and PAC proxy URLs are not supported; use an HTTP or HTTPS proxy URL.";

/** Variables of `env` precede those of the process; an empty value counts as unset. */
export function environmentLookup(env: Record<string, string> | undefined): EnvironmentLookup {
  return (name) => env?.[name] || process.env[name] || undefined;
}

/**
 * Proxy URL for a target, or `undefined` for a direct connection (models.md §19). `setting` fills in
 * for variables that are unset.
 * @throws TransportError `proxy` for SOCKS, PAC and unreadable proxy URLs.
 */
export function proxyFor(
  target: URL,
  setting: string | undefined,
  lookup: EnvironmentLookup,
): string | undefined {
  const either = (name: string): string | undefined => lookup(name.toLowerCase()) ?? lookup(name);
  const proxy = either(target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY") ?? (setting || undefined);
  if (!proxy || isLoopback(target.hostname) || isExcluded(target, either("NO_PROXY"))) return undefined;
  return normalizeProxy(proxy.trim());
}

function normalizeProxy(proxy: string): string {
  const text = proxy.includes("://") ? proxy : `http://${proxy}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TransportError("proxy", `Invalid proxy URL. ${unsupportedProxy}`, { cause });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TransportError("proxy", unsupportedProxy);
  return url.href;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

function isExcluded(target: URL, noProxy: string | undefined): boolean {
  if (!noProxy) return false;
  const host = target.hostname.toLowerCase();
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === "*") return true;
      const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry);
      // A bare IPv6 address has more colons than a host with a port.
      const [name, entryPort] = match ? [match[1] ?? "", match[2]] : [`[${entry}]`, undefined];
      if (entryPort && entryPort !== port) return false;
      const domain = name.replace(/^\*?\./, "");
      return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
    });
}
