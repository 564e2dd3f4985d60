import { expect, it } from "vitest";

import { plottedCountries } from "../../../../../web/screens/app/ratings/plotted-countries.ts";

it("plots the storefronts of the address for the App Store alone", () => {
  expect(plottedCountries("ios", ["us", "jp"])).toEqual(["us", "jp"]);
  expect(plottedCountries("android", ["us", "jp"])).toEqual([]);
});
