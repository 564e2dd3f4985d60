import { expect, it } from "vitest";

import { returnAddress } from "../../../../web/screens/login/use-entry.ts";

it.each([
  [null, "/"],
  ["/dashboard", "/"],
  ["/dashboard/apps/ios/1?at=2026-03-01", "/apps/ios/1?at=2026-03-01"],
  ["https://evil.example/dashboard", "/"],
  ["//evil.example/dashboard", "/"],
  ["/dashboardish", "/"],
  ["/dashboard/../api/v1", "/"],
  ["/dashboard\\@evil.example", "/"],
  ["javascript:alert(1)", "/"],
])("a login returns from %j to %j", (given, path) => {
  expect(returnAddress(given)).toBe(path);
});
