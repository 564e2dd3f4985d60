import { expect, it } from "vitest";

import type { FactContent } from "../../../../web/features/facts/fact.ts";
import { entryText, factEntries } from "../../../../web/features/facts/fact-entries.ts";

const textsOf = (fact: FactContent) => factEntries(fact).map(entryText);

const shown: readonly (readonly [FactContent, readonly string[]])[] = [
  [{ key: "name", value: "Paper Kite" }, ["Paper Kite"]],
  [{ key: "publisher", value: { id: "2001", name: "Paper Kite Studio" } }, ["Paper Kite Studio"]],
  [{ key: "category", value: { id: "6007", name: "Productivity" } }, ["Productivity"]],
  [
    {
      key: "categories",
      value: [
        { id: "6000", name: "Business" },
        { id: "6007", name: "Productivity" },
      ],
    },
    ["Business", "Productivity"],
  ],
  [{ key: "content_rating", value: { code: "12+", text: null } }, ["12+"]],
  [{ key: "content_rating", value: { code: "Teen", text: "Violence, Blood" } }, ["Teen: Violence, Blood"]],
  [{ key: "minimum_os", value: "15.0" }, ["15.0 or later"]],
  [{ key: "size_bytes", value: 187_654_321 }, ["187.7 MB"]],
  [{ key: "languages", value: ["DE", "EN"] }, ["German", "English"]],
  [{ key: "supported_devices", value: ["iPhone8-iPhone8", "Watch4-Cellular"] }, ["iPhone8", "Watch4-Cellular"]],
  [
    {
      key: "in_app_purchases",
      value: {
        items: [
          { name: "Pro", price: "$4.99" },
          { name: "Tip", price: null },
        ],
      },
    },
    ["Pro: $4.99", "Tip"],
  ],
  [{ key: "in_app_purchases", value: { range: "$0.99 - $9.99 per item" } }, ["$0.99 - $9.99 per item"]],
  [{ key: "ads", value: true }, ["Yes"]],
  [{ key: "ads", value: false }, ["No"]],
  [
    {
      key: "privacy",
      value: [
        {
          id: "DATA_LINKED_TO_YOU",
          title: "Data Linked to You",
          categories: [
            { id: "LOCATION", title: "Location" },
            { id: "CONTACT_INFO", title: "Contact Info" },
          ],
        },
        { id: "DATA_NOT_COLLECTED", title: "Data Not Collected", categories: [] },
      ],
    },
    ["Data Linked to You: Location, Contact Info", "Data Not Collected"],
  ],
  [{ key: "accessibility", value: [{ id: "captions.bubble", title: "Captions" }] }, ["Captions"]],
  [
    { key: "developer", value: { address: "1 Main Street", website: "https://paperkite.example/" } },
    ["1 Main Street", "https://paperkite.example/"],
  ],
  [{ key: "privacy_policy", value: "https://paperkite.example/privacy" }, ["https://paperkite.example/privacy"]],
  [{ key: "feature_graphic", value: "https://images.example/1024x500.png" }, ["https://images.example/1024x500.png"]],
];

it.each(shown)("shows %j readably", (fact, texts) => {
  expect(textsOf(fact)).toEqual(texts);
});

it.each(["in_app_purchases", "accessibility", "developer", "privacy_policy", "feature_graphic"] as const)(
  "shows nothing of %s where the store shows that the app has none",
  (key) => {
    expect(factEntries({ key, value: null })).toEqual([]);
  },
);

it("links addresses of the web alone", () => {
  const hrefOf = (value: string) => factEntries({ key: "privacy_policy", value })[0]?.href;

  expect(hrefOf("https://paperkite.example/privacy")).toBe("https://paperkite.example/privacy");
  expect(hrefOf("javascript:alert(1)")).toBeUndefined();
});
