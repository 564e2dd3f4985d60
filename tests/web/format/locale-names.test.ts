import { expect, it } from "vitest";

import { countryName, languageName, localeName } from "../../../web/format/locale-names.ts";

it("names languages and countries, and keeps a store's own code that has no name", () => {
  expect([localeName("de-DE"), localeName("not a code")]).toEqual(["German (Germany) (de-DE)", "not a code"]);
  expect([languageName("DE"), languageName("not a code")]).toEqual(["German", "not a code"]);
  expect([countryName("us"), countryName("?")]).toEqual(["United States", "?"]);
});
