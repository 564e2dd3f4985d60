import { expect, it } from "vitest";

import { sentErrors } from "../../../../../../web/screens/app/keywords/tracked/sent-errors.ts";

const sent = [{ row: 2 }, { row: 5 }, { row: 9 }];

it("returns rejected items by the row that each one stood in", () => {
  const errors = { "items.2.term": ["Too long."], "items.0.country_code": ["No storefront."], "items.7.term": ["?"] };
  expect(sentErrors({ detail: "Invalid.", errors }, sent)).toEqual({
    rows: [
      { row: 2, text: "No storefront." },
      { row: 9, text: "Too long." },
    ],
    others: ["?"],
  });
});

it("returns a limit as an error of no row", () => {
  const errors = { items: ["A user can track 200 keywords. 3 more can be added."] };
  expect(sentErrors({ detail: "Invalid.", errors }, sent)).toEqual({ rows: [], others: errors.items });
});

it("returns the sentence of a problem without fields", () => {
  expect(sentErrors({ detail: "This service tracks no keywords.", errors: {} }, sent)).toEqual({
    rows: [],
    others: ["This service tracks no keywords."],
  });
});

it("returns an error of a row once, if the row was sent in several countries", () => {
  const errors = { "items.0.term": ["Too long."], "items.1.term": ["Too long."] };
  expect(sentErrors({ detail: "Invalid.", errors }, [{ row: 4 }, { row: 4 }]).rows).toEqual([
    { row: 4, text: "Too long." },
  ]);
});
