import { describe, expect, it } from "vitest";

import { groupPrices } from "../../../../../web/screens/app/storefronts/price-groups.ts";
import {
  describeSince,
  describeState,
  describeStates,
  hasChangedLately,
  joinStorefronts,
  missingStorefronts,
} from "../../../../../web/screens/app/storefronts/storefronts.ts";

const at = (day: string) => `${day}T08:00:00Z`;
const row = (country_code: string, is_available: boolean | null, day: string | null) => {
  const time = day === null ? null : at(day);
  return { country_code, is_available, since: time, as_of: time };
};
const period = (price: number, currency: string, since: string, until: string | null = null) => ({
  ...{ price, currency },
  since: at(since),
  until: until === null ? null : at(until),
});
const priced = (country_code: string | null, ...periods: ReturnType<typeof period>[]) => ({
  ...{ country_code, periods },
  as_of: at("2026-03-09"),
  has_older: false,
});

describe("storefronts", () => {
  const storefronts = joinStorefronts(
    [
      row("us", true, "2026-01-01"),
      row("fr", false, "2026-03-02"),
      row("ir", false, "2026-01-01"),
      row("de", true, "2026-01-01"),
      row("jp", null, null),
    ],
    [priced("de", period(4, "EUR", "2026-03-08"), period(3, "EUR", "2026-01-01", "2026-03-08"))],
  );
  const of = (code: string) => storefronts.filter((one) => one.code === code);

  it("without the app say since when, in a file by the day itself", () => {
    const [first] = of("fr");

    expect(first && [describeSince(first), describeSince(first, (day) => `on ${day}`)]).toEqual([
      "2026-03-02",
      "on 2026-03-02",
    ]);
    expect(of("ir").map((one) => describeSince(one))).toEqual(["Never seen there"]);
    expect(describeSince({ since: null, isFirstState: false })).toBe("–");
  });

  it("are in the order of their names, each in its region", () => {
    expect(storefronts.map(({ code, region }) => [code, region])).toEqual([
      ["fr", "Europe"],
      ["de", "Europe"],
      ["ir", "Africa and Middle East"],
      ["jp", "Asia Pacific"],
      ["us", "North America"],
    ]);
  });

  it("that were not read are neither available nor missing", () => {
    expect(describeStates(storefronts)).toBe("Available in 2 of 5 storefronts, 1 not read yet");
    expect(describeStates(of("us"))).toBe("Available in 1 of 1 storefronts");
    expect(of("jp").map(describeState)).toEqual(["Not read yet"]);
  });

  it("tell a state that has always been from one that has changed", () => {
    expect(of("ir").map(describeState)).toEqual(["Not available since the first read on 1 Jan 2026"]);
    expect(of("fr").map(describeState)).toEqual(["Not available since 2 Mar 2026"]);
  });

  it("that have lost the app last are the first of those without it", () => {
    expect(missingStorefronts(storefronts).map(({ code }) => code)).toEqual(["fr", "ir"]);
  });

  it("have changed lately with a new state or a new price of the last thirty days", () => {
    const changed = (today: string) =>
      storefronts.filter((one) => hasChangedLately(one, today)).map(({ code }) => code);

    expect(changed("2026-03-09")).toEqual(["fr", "de"]);
    expect(changed("2026-04-05")).toEqual(["de"]);
    expect(changed("2026-05-09")).toEqual([]);
  });
});

describe("equal prices", () => {
  const storefronts = joinStorefronts(
    ["us", "ar", "de", "at", "fr"].map((code) => row(code, code !== "fr", "2026-01-01")),
    [
      priced("us", period(0, "USD", "2026-01-01")),
      priced("ar", period(0, "ARS", "2026-01-01")),
      priced("de", period(4, "EUR", "2026-01-01")),
      priced("at", period(4, "EUR", "2026-03-08"), period(3, "EUR", "2026-01-01", "2026-03-08")),
      priced("fr", period(9, "EUR", "2026-01-01")),
    ],
  );

  it("are one group, whatever the currency of a free app", () => {
    const groups = groupPrices(storefronts).map(({ price, storefronts: in_ }) => [
      price.price,
      in_.map(({ code }) => code),
    ]);

    expect(groups).toEqual([
      [4, ["at", "de"]],
      [0, ["ar", "us"]],
    ]);
  });

  it("name the day on which a storefront got the price", () => {
    expect(groupPrices(storefronts).map(({ changedOn }) => changedOn)).toEqual(["2026-03-08", undefined]);
  });

  it("are none where all storefronts share one", () => {
    expect(
      groupPrices(joinStorefronts([row("us", true, "2026-01-01")], [priced(null, period(4, "USD", "2026-01-01"))])),
    ).toEqual([]);
  });
});
