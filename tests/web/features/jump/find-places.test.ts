import { describe, expect, it } from "vitest";

import { findPlaces, type JumpWorld } from "../../../../web/features/jump/find-places.ts";

const app = (external_id: string, name: string, rivals: readonly string[] = []) =>
  ({ platform: "ios", external_id, name, rivals }) as const;
const country = (code: string, name: string, ...ios_languages: string[]) => ({
  ...{ code, name, ios_languages },
  android_languages: code === "jp" ? ["ja-JP"] : null,
});

const world: JumpWorld = {
  apps: [
    { ...app("com.plain", "Plainly"), platform: "android" },
    app("1", "Marfold: Notes", ["7", "8"]),
    app("2", "Marfold Pro"),
    app("3", "Yarn in US"),
  ],
  countries: [
    country("jp", "Japan", "ja", "en-US"),
    country("us", "United States", "en-US"),
    country("de", "Germany", "de-DE"),
    country("in", "India", "en-GB"),
  ],
  views: [{ name: "Japan, listings", href: "/changes/apps?country=jp" }],
  today: "2026-11-26",
};

const first = (text: string) => {
  const [found] = findPlaces(text, world);
  return found && { name: found.name, href: found.href, of: found.of };
};

describe("the command menu", () => {
  it("leads to the listing of a day in a country", () => {
    expect(first("marfold notes 1 oct jp")).toEqual({
      name: "Listing on 1 Oct 2026 in Japan",
      href: "/apps/ios/1/listing?country=jp&at=2026-10-01",
      of: "Marfold: Notes (App Store)",
    });
  });

  it("takes a day without a year as the last one until today", () => {
    expect(first("pro 24 dec")?.href).toBe("/apps/ios/2/listing?at=2025-12-24");
    expect(first("pro oct 3 2024")?.href).toBe("/apps/ios/2/listing?at=2024-10-03");
    expect(first("pro yesterday")?.href).toBe("/apps/ios/2/listing?at=2026-11-25");
  });

  it("leads to the changes of a storefront and its language", () => {
    expect(first("notes jp last week")).toMatchObject({
      name: "Changes in Japan, last 7 days",
      href: "/apps/ios/1/changes?country=jp&locale=ja&days=7",
    });
  });

  it("names one day without a plural", () => {
    expect(first("notes changes 1 day")?.name).toBe("Changes, last 1 day");
  });

  it("plots the ratings of several countries", () => {
    expect(first("notes ratings united states jp de")).toMatchObject({
      name: "Ratings in United States, Japan, Germany",
      href: "/apps/ios/1/ratings?countries=us%2Cjp%2Cde",
    });
  });

  it("promises no country for the ratings of an app of Google Play, and knows the languages of that store", () => {
    expect(first("plainly ratings jp last week")).toMatchObject({
      name: "Ratings, last 7 days",
      href: "/apps/android/com.plain/ratings?days=7",
    });
    expect(first("plainly jp")?.href).toBe("/apps/android/com.plain/changes?country=jp&locale=ja-JP");
  });

  it("compares the keywords of the titles of competitors", () => {
    expect(first("notes keywords rivals")?.href).toBe("/apps/ios/1/keywords?texts=title&only=missing&compare=7%2C8");
    expect(first("pro keywords rivals")).toBeUndefined();
  });

  it("shows the ranks of tracked keywords in a country", () => {
    expect(first("notes tracked jp")?.href).toBe("/apps/ios/1/keywords?view=tracked&country=jp");
  });

  it("takes a word of an app's name as that, even if it is a country", () => {
    expect(first("yarn us")).toMatchObject({ name: "Overview", href: "/apps/ios/3" });
    expect(first("notes in germany")?.href).toBe("/apps/ios/1/changes?country=de&locale=de-DE");
  });

  it("leads to the overview of each app before the other places of the first one", () => {
    expect(
      findPlaces("marfold", world)
        .slice(0, 3)
        .map(({ name, of }) => [name, of]),
    ).toEqual([
      ["Overview", "Marfold Pro (App Store)"],
      ["Overview", "Marfold: Notes (App Store)"],
      ["Listing", "Marfold Pro (App Store)"],
    ]);
  });

  it("leads to screens, also in a country, and to saved views", () => {
    expect(first("charts")).toMatchObject({ name: "Charts", href: "/charts" });
    expect(findPlaces("charts germany", world).map(({ href }) => href)).toEqual(["/charts?country=de"]);
    expect(findPlaces("listings", world).map(({ of }) => of)).toEqual(["Saved view"]);
    expect(findPlaces("", world)[0]?.name).toBe("Japan, listings");
    expect(findPlaces("nothing such", world)).toEqual([]);
  });
});
