import { isIPv6 } from "node:net";

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const mappedIpv4 = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/;

/** Returns the part of an address that a client cannot vary: all of IPv4, or the first 64 bits of IPv6. */
export function clientNetwork(sourceIp: string): string {
  const [address = ""] = sourceIp.split("%");
  if (!isIPv6(address)) return sourceIp;

  const groups = expandIpv6(address);
  const [, high, low] = mappedIpv4.exec(groups.join(":")) ?? [];
  if (high !== undefined && low !== undefined) return [high, low].flatMap(bytesOf).join(".");
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

function expandIpv6(address: string): readonly string[] {
  // URL writes every spelling of an address in canonical form: [2001:db8::1].
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  return [...head, ...Array<string>(GROUPS - head.length - tail.length).fill("0"), ...tail];
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
