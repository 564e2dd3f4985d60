import { describe, expect, it } from "vitest";

import { PASTED_MAX, parsePasted } from "../../../../web/screens/find/parse-pasted.ts";

const only = (text: string) => {
  const { apps, unreadable } = parsePasted(text);
  expect(unreadable).toEqual([]);
  expect(apps).toHaveLength(1);
  return apps[0];
};

describe("a pasted list", () => {
  it.each([
    ["https://apps.apple.com/de/app/some-name/id1234567890?l=en", "1234567890", "some name", "de"],
    ["https://apps.apple.com/app/id1234567890", "1234567890", undefined, undefined],
    ["https://apps.apple.com/us/app/id1234567890", "1234567890", undefined, "us"],
    ["itunes.apple.com/jp/app/%E5%A4%A9%E6%B0%97/id12345?mt=8", "12345", "天気", "jp"],
    ["id1234567890", "1234567890", undefined, undefined],
    ["1234567890", "1234567890", undefined, undefined],
  ])("reads an app of the App Store from %s", (text, externalId, term, country) => {
    expect(only(text)).toEqual({ text, platform: "ios", externalId, term, country });
  });

  it.each([
    ["https://play.google.com/store/apps/details?id=com.example.weather12&gl=de", "com.example.weather12", "de"],
    ["play.google.com/store/apps/details?hl=en&id=com.example.weather12", "com.example.weather12", undefined],
    ["com.example.weather12", "com.example.weather12", undefined],
  ])("reads an app of Google Play from %s", (text, externalId, country) => {
    expect(only(text)).toEqual({ text, platform: "android", externalId, term: "example weather", country });
  });

  it("takes each app once, separated by lines, commas or spaces", () => {
    const { apps } = parsePasted(
      "1234567890\nhttps://apps.apple.com/us/app/name/id1234567890, com.example.a com.example.b",
    );

    expect(apps.map(({ externalId }) => externalId)).toEqual(["1234567890", "com.example.a", "com.example.b"]);
  });

  it("names what is no app", () => {
    const text =
      "hello 12 https://example.com/app/id1234567890 https://play.google.com/store/apps/dev?id=5700313618786177705";

    expect(parsePasted(text)).toMatchObject({ apps: [], unreadable: text.split(" ") });
  });

  it("leaves out what is beyond the limit, and says how many", () => {
    const text = Array.from({ length: PASTED_MAX + 3 }, (_, index) => 1_000_000 + index).join("\n");

    expect(parsePasted(text)).toMatchObject({ apps: { length: PASTED_MAX }, leftOut: 3 });
  });
});
