import { expect, it } from "vitest";

import { nextCountries, placeOf } from "../../../../../../web/screens/app/keywords/tracked/chosen-countries.ts";

it.each([
  [["us"], ["de", "us"], ["us", "de"]],
  [["us", "de"], ["de"], ["de"]],
  [
    ["us", "de"],
    ["de", "jp", "us"],
    ["us", "de", "jp"],
  ],
  [["us"], [], ["us"]],
] as const)("after %j, the selection of %j leads to %j", (before, selected, countries) => {
  expect(nextCountries(before, selected)).toEqual(countries);
});

it("are called by the name of the only one, or by their number", () => {
  expect(placeOf(["jp"])).toBe("Japan");
  expect(placeOf(["jp", "us"])).toBe("2 countries");
});
