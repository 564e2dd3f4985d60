import { describe, expect, it } from "vitest";

import { canBeOpened, isAllowedTarget } from "../../lib/webhooks/target-address.ts";

const rejected = [
  ...["0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "100.100.100.200"],
  ...[
    "127.0.0.1",
    "127.255.255.254",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
  ],
  ...["192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1"],
  ...["198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:93.184.216.34", "::7f00:1", "64:ff9b::7f00:1"],
  ...["64:ff9b:1::a00:1", "100::1", "2001::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::", "3fff::1"],
  ...[
    "fc00::1",
    "fd00::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fec0::1",
    "ff02::1",
  ],
  ...["", "localhost", "127.1", "0x7f.0.0.1", "2130706433", "127.0.0.1:80", "[::1]", "1.2.3"],
];
const allowed = [
  "93.184.216.34",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "223.255.255.255",
];
const allowedIpv6 = ["2606:4700::1111", "2a00:1450:4001::1", "2001:200::1"];

describe("the address of a webhook's receiver", () => {
  it.each(rejected)("[HOOK-1] is rejected: %s", (address) => {
    expect(isAllowedTarget(address, [])).toBe(false);
  });

  it.each([...allowed, ...allowedIpv6])("[HOOK-1] is allowed on the internet: %s", (address) => {
    expect(isAllowedTarget(address, [])).toBe(true);
  });

  it("[HOOK-2] may lie in a network that the stage opens, and in no other", () => {
    const opened = ["192.168.1.0/24", "fd12:3456::/32"];

    expect(["192.168.1.20", "fd12:3456::1"].map((address) => isAllowedTarget(address, opened))).toEqual([true, true]);
    expect(["192.168.2.20", "fd12:3457::1", "10.0.0.1"].filter((address) => isAllowedTarget(address, opened))).toEqual(
      [],
    );
  });

  it.each(["127.0.0.1", "169.254.169.254", "::1", "fe80::1", "fd00:ec2::254", "::ffff:127.0.0.1", "0.0.0.0"])(
    "[HOOK-2] is rejected whatever the stage opens: %s",
    (address) => {
      expect(isAllowedTarget(address, ["0.0.0.0/0", "::/0"])).toBe(false);
    },
  );

  it.each([
    { network: "10.0.0.0/8", expected: true },
    { network: "192.168.1.0/24", expected: true },
    { network: "fd12::/16", expected: true },
    ...["127.0.0.0/8", "169.254.0.0/16", "0.0.0.0/0", "::/0", "fe80::/10", "::1/128", "fd00:ec2::/32", "10.0.0.0"].map(
      (network) => ({ network, expected: false }),
    ),
    ...["10.0.0.0/33", "10.0.0.0/x", "example.com/8", ""].map((network) => ({ network, expected: false })),
  ])("[HOOK-2] lies in a network that a stage can open or not: $network", ({ network, expected }) => {
    expect(canBeOpened(network)).toBe(expected);
  });
});
