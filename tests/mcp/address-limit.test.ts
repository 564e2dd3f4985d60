import { describe, expect, it } from "vitest";

import { createAddressLimit } from "../../lib/mcp/address-limit.ts";

describe("the limit of requests by address", () => {
  it("[MCP-13] begins anew after a minute", () => {
    let now = 0;
    const limit = createAddressLimit({ perMinute: 1, now: () => now });
    const first = [limit.count("203.0.113.1"), limit.count("203.0.113.1")];
    now = 45_000;
    const late = limit.count("203.0.113.1");
    now = 60_000;

    expect([first, late, limit.count("203.0.113.1")]).toEqual([[0, 60], 15, 0]);
  });

  it("[MCP-13] counts each address for itself", () => {
    const limit = createAddressLimit({ perMinute: 1, now: () => 0 });

    expect([limit.count("203.0.113.1"), limit.count("203.0.113.2"), limit.count("203.0.113.1")]).toEqual([0, 0, 60]);
  });
});
