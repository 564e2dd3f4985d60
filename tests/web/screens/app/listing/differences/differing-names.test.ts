import { expect, it } from "vitest";

import { differingNames } from "../../../../../../web/screens/app/listing/differences/differing-names.ts";

const texts = {
  ...{ title: "Marfold", subtitle: null, short_description: "Notes", promotional_text: null },
  ...{ description: "All your notes", whats_new: null, screenshots: [] },
};

it("names the texts that differ as the store of the app does", () => {
  const later = { ...texts, short_description: "Notes and lists", description: "Notes" };

  expect(differingNames("android", [texts, later])).toEqual(["Short description", "Full description"]);
  expect(differingNames("ios", [texts, { ...texts, subtitle: "Notes" }])).toEqual(["Subtitle"]);
});

it("names screenshots, and nothing if no text is another one", () => {
  const shot = { device_type: "phone", order: 1, url: "a" };

  expect(differingNames("android", [texts, { ...texts, screenshots: [shot] }])).toEqual(["Screenshots"]);
  expect(differingNames("android", [texts, { ...texts, whats_new: "" }])).toEqual([]);
});
