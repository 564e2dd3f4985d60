import { BlockList, isIP } from "node:net";

/**
 * Networks that are not on the internet. IPv4: IANA's special-purpose registry, multicast and reserved addresses. IPv6:
 * parts of global unicast that lead back into IPv4 (6to4, Teredo) or are examples.
 */
const notGlobal = networks(
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
);
const globalUnicast = networks("2000::/3");

/**
 * No setting opens these: the machine itself, its local link, its metadata service, multicast, and IPv6 forms of IPv4.
 */
const neverOpen = networks(
  ...["0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "100.100.100.200/32", "192.0.0.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "fe80::/10", "ff00::/8"],
  ...["fd00:ec2::/32", "fd20:ce::/32", "2001::/32", "2002::/16"],
);

/** Returns whether a webhook may be sent to an address. `privateTargets` are the networks that a stage opens. */
export function isAllowedTarget(address: string, privateTargets: readonly string[]): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const isGlobal = !notGlobal(address, type) && (family === 4 || globalUnicast(address, type));
  if (isGlobal) return true;
  return !neverOpen(address, type) && networks(...privateTargets)(address, type);
}

/** Returns whether a stage may open a network: no part of it must stay closed. */
export function canBeOpened(network: string): boolean {
  const [address = "", length = ""] = network.split("/");
  const family = isIP(address);
  const bits = Number(length);
  const bitsMin = family === 4 ? PREFIX_BITS_MIN.ipv4 : PREFIX_BITS_MIN.ipv6;
  if (family === 0 || !/^\d{1,3}$/.test(length) || bits < bitsMin || bits > (family === 4 ? 32 : 128)) return false;
  return !neverOpen(address, family === 4 ? "ipv4" : "ipv6");
}

/** The widest private networks: 10.0.0.0/8 and fc00::/7. */
const PREFIX_BITS_MIN = { ipv4: 8, ipv6: 7 };

type Family = "ipv4" | "ipv6";

/** The lists are made at the first check, since most requests of a function check no address. */
function networks(...list: readonly string[]): (address: string, family: Family) => boolean {
  let blocks: Record<Family, BlockList> | undefined;
  return (address, family) => {
    blocks ??= blocksOf(list);
    return blocks[family].check(address, family);
  };
}

/** Each family has a list of its own, because a list of both compares IPv4 with mapped addresses of IPv6. */
function blocksOf(list: readonly string[]): Record<Family, BlockList> {
  const blocks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of list) {
    const [address = "", length = ""] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    blocks[family].addSubnet(address, Number(length), family);
  }
  return blocks;
}
