import { expect, it } from "vitest";

import { nextCountries } from "../../../../../../web/screens/app/keywords/tracked/chosen-countries.ts";

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
