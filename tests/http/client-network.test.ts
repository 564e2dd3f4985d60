import { describe, expect, it } from "vitest";

import { clientNetwork } from "../../lib/http/client-network.ts";

describe("the network of a client", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:CB00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
  ])("is the whole IPv4 address, in its IPv6 form too: %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:0:0:192.0.2.1", "2001:db8:1:2::/64"],
    ["2001:db8::7", "2001:db8:0:0::/64"],
    ["2001:db8::3:4:5:6", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("is the first 64 bits of an IPv6 address in any notation: %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
