import { describe, expect, it } from "vitest";

import { parseRetryAfter } from "../../scrapers/contracts/wire.ts";

const now = new Date("2026-11-20T12:00:00Z");

describe("Retry-After", () => {
  it.each([
    ["120", 120],
    ["0", 0],
    ["Fri, 20 Nov 2026 12:01:30 GMT", 90],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
    ["Friday, 20-Nov-26 12:00:10 GMT", 10],
  ])("reads %s as %i seconds", (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds);
  });

  it.each(["99999999", "Fri, 20 Nov 2099 12:00:00 GMT"])("waits at most a day for %s", (header) => {
    expect(parseRetryAfter(header, now)).toBe(86_400);
  });

  it.each([null, "", "soon", "-5", "1.5", "1e9", "2026-11-20", "Fri, nonsense GMT", "99999999999999999999"])(
    "ignores %j",
    (header) => {
      expect(parseRetryAfter(header, now)).toBeNull();
    },
  );
});
