import { expect, it } from "vitest";
import { isListingAddress } from "../../../../web/screens/app/frame-app.ts";

it.each([
  ["?locale=ja&country=jp", true],
  ["?at=2026-10-01", true],
  ["?country=jp&days=30", false],
  ["", false],
])("an address without a tab and with %j leads to the listing: %s", (search, isListing) => {
  expect(isListingAddress(search)).toBe(isListing);
});
