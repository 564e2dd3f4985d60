import { describe, expect, it } from "vitest";

import type { FactKey } from "../../../../web/features/facts/fact.ts";
import { factDifference } from "../../../../web/features/facts/fact-difference.ts";
import { entryText } from "../../../../web/features/facts/fact-entries.ts";
import { parseFact } from "../../../../web/features/facts/parse-fact.ts";

function differenceOf(key: FactKey, old_value: string | null, new_value: string | null) {
  const difference = factDifference(key, { old_value, new_value });
  return (
    difference && { ...difference, before: difference.before.map(entryText), after: difference.after.map(entryText) }
  );
}

const json = (value: unknown) => JSON.stringify(value);

describe("a change of a fact", () => {
  it("shows both values of a text, a number, a boolean and an object", () => {
    expect(differenceOf("minimum_os", "15.0", "16.0")).toEqual({
      before: ["15.0 or later"],
      after: ["16.0 or later"],
      isPart: false,
    });
    expect(differenceOf("size_bytes", "1500000", "2000000")).toMatchObject({ before: ["1.5 MB"], after: ["2.0 MB"] });
    expect(differenceOf("ads", "false", "true")).toMatchObject({ before: ["No"], after: ["Yes"] });
    expect(
      differenceOf(
        "developer",
        json({ address: "1 Main Street", website: null }),
        json({ address: null, website: null }),
      ),
    ).toEqual({ before: ["1 Main Street"], after: [], isPart: false });
  });

  it("shows sizes that look the same in bytes", () => {
    expect(differenceOf("size_bytes", "14915000", "14915790")).toMatchObject({
      before: ["14,915,000 bytes"],
      after: ["14,915,790 bytes"],
    });
  });

  it("shows a text that looks like JSON as it is", () => {
    expect(differenceOf("name", "2048", "true")).toMatchObject({ before: ["2048"], after: ["true"] });
  });

  it("shows of a list the entries that were removed and added", () => {
    const purchase = (name: string, price: string) => ({ name, price });
    const before = { items: [purchase("Pro", "$4.99"), purchase("Tip", "$0.99")] };
    const after = { items: [purchase("Pro", "$5.99"), purchase("Tip", "$0.99")] };

    expect(differenceOf("in_app_purchases", json(before), json(after))).toEqual({
      before: ["Pro: $4.99"],
      after: ["Pro: $5.99"],
      isPart: true,
    });
    expect(differenceOf("languages", json(["DE", "EN"]), json(["EN", "FR"]))).toEqual({
      before: ["German"],
      after: ["French"],
      isPart: true,
    });
  });

  it("shows an entry as kept whose name alone differs, since names are translated", () => {
    const category = (id: string, name: string) => ({ id, name });

    expect(
      differenceOf(
        "categories",
        json([category("6000", "Business")]),
        json([category("6000", "Wirtschaft"), category("6007", "Produktivität")]),
      ),
    ).toEqual({ before: [], after: ["Produktivität"], isPart: true });
  });

  it("shows a privacy label as replaced whose categories differ", () => {
    const label = (...ids: readonly string[]) => [
      { id: "LINKED", title: "Linked", categories: ids.map((id) => ({ id, title: id })) },
    ];

    expect(differenceOf("privacy", json(label("A", "B")), json(label("B", "A")))).toMatchObject({
      before: [],
      after: [],
    });
    expect(differenceOf("privacy", json(label("A")), json(label("A", "B")))).toMatchObject({
      before: ["Linked: A"],
      after: ["Linked: A, B"],
    });
  });

  it("shows all entries as added where the store has shown none before", () => {
    expect(differenceOf("in_app_purchases", null, json({ items: [{ name: "Pro", price: null }] }))).toEqual({
      before: [],
      after: ["Pro"],
      isPart: true,
    });
    expect(differenceOf("in_app_purchases", null, json({ range: "$1 per item" }))).toEqual({
      before: [],
      after: ["$1 per item"],
      isPart: false,
    });
  });

  it("shows nothing where a value was cut", () => {
    expect(differenceOf("supported_devices", json(["iPhone8-iPhone8"]), '["iPhone8-iPhone8","iPho')).toBeUndefined();
  });
});

it.each([
  ["publisher", { id: 1, name: "A" }],
  ["categories", [{ id: "1" }]],
  ["content_rating", { code: "4+" }],
  ["size_bytes", "1"],
  ["in_app_purchases", { items: [{ name: "Pro", price: 1 }] }],
  ["ads", null],
  ["privacy", [{ id: "1", title: "A", categories: [null] }]],
] as const)("reads no %s of another shape", (key, value) => {
  expect(parseFact(key, json(value))).toBeUndefined();
});
