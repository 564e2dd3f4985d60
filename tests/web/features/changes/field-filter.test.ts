import { expect, it } from "vitest";

import { changeFields, fieldFilters, fieldOptions, fieldsOf } from "../../../../web/features/changes/field-filter.ts";

it("offers each field once, in its group", () => {
  const single = fieldOptions.filter(({ id }) => id !== "" && id !== "listing" && id !== "facts");
  const groupOf = (id: string) => fieldOptions.find((option) => option.id === id)?.group;

  expect(single.map(({ id }) => id)).toEqual(changeFields);
  expect(new Set(fieldFilters).size).toBe(fieldOptions.length);
  expect(["title", "locale_added", "price", "privacy"].map(groupOf)).toEqual([
    "Listing",
    "Listing",
    "Price and availability",
    "Facts",
  ]);
});

it("stands for the fields of a group, for one field, or for all", () => {
  const [listing = [], facts = []] = [fieldsOf("listing"), fieldsOf("facts")];

  expect(fieldsOf("")).toBeUndefined();
  expect(fieldsOf("price")).toEqual(["price"]);
  expect(listing).toEqual(expect.arrayContaining(["title", "screenshots", "locale_removed"]));
  expect(facts).toEqual(expect.arrayContaining(["publisher", "in_app_purchases", "feature_graphic"]));
  expect([...listing, "price", "availability", ...facts]).toEqual(changeFields);
});
