import { expect, it } from "vitest";

import { countries } from "../../../../db/seeds/countries.ts";
import { GLOBAL_COUNTRY } from "../../../../lib/domain/country.ts";
import { regionOf, regions } from "../../../../web/features/stores/regions.ts";

const known = countries.map(({ code }) => code).filter((code) => code !== GLOBAL_COUNTRY);

it("every storefront of the service is in a region", () => {
  expect(known.filter((code) => regionOf(code) === "Other")).toEqual([]);
  expect(new Set(known.map(regionOf))).toEqual(new Set(regions.filter((region) => region !== "Other")));
});

it("a storefront that is not known yet is in a region of its own", () => {
  expect(regionOf("aq")).toBe("Other");
});
