import { expect, it } from "vitest";

import { describeCountries } from "../../../../web/features/stores/describe-countries.ts";

it("calls countries by the name of the only one, or by their number", () => {
  expect(describeCountries(["jp"])).toBe("Japan");
  expect(describeCountries(["jp", "us"])).toBe("2 countries");
});
