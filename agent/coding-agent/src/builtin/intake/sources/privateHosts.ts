import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, "ipv4");
}
privateAddresses.addAddress("::", "ipv6");
privateAddresses.addAddress("::1", "ipv6");
privateAddresses.addSubnet("fc00::", 7, "ipv6");
privateAddresses.addSubnet("fe80::", 10, "ipv6");

/** Whether a host of a URL is this computer or one that only its network reaches. */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/gu, "");
  return (await addressesOf(host)).some((address) =>
    privateAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  );
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) > 0) return [host];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // A name that only a proxy knows, or nobody: the request tells.
    return [];
  }
}
