import { expect, it } from "vitest";

import { appPath, publisherPath, storeAddress } from "../../../web/format/app-path.ts";

it.each([
  ["ios", "389801252", "https://apps.apple.com/de/app/id389801252"],
  ["android", "com.example.app", "https://play.google.com/store/apps/details?id=com.example.app&gl=DE"],
] as const)("leads from an app of %s to its page in the store", (platform, external_id, address) => {
  expect(storeAddress({ platform, external_id, origin_country_code: "de" })).toBe(address);
});

it("encodes the ids in its paths", () => {
  expect(appPath("ios", "389801252")).toBe("/apps/ios/389801252");
  expect(publisherPath("android", "A/B+C Ltd")).toBe("/publishers/android/A%2FB%2BC%20Ltd");
});
