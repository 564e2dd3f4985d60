import { describe, expect, it } from "vitest";

import { publisherOfPath } from "../../../../web/screens/publisher/publisher-of-path.ts";

describe("a publisher of the address", () => {
  it.each([
    ["/dashboard/publishers/ios/300420517", "300420517"],
    ["/dashboard/publishers/android/Maranta+Ltd", "Maranta+Ltd"],
    ["/dashboard/publishers/android/Maranta%2BLtd", "Maranta+Ltd"],
    ["/dashboard/publishers/android/A%252FB", "A%2FB"],
    ["/dashboard/publishers/android/100%", "100%"],
  ])("is decoded once: %s", (path, id) => {
    expect(publisherOfPath(path).external_id).toBe(id);
  });
});
