import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { FACT_ENTRIES_MAX, RELATED_APPS_MAX, shownFactsSchema } from "../../scrapers/contracts/facts.ts";
import { parseAppPage } from "../../scrapers/ios/store/app-page.ts";
import { SEED } from "./scraper-harness.ts";

const APP_ID = "7";

function shownOn(content: Readonly<Record<string, unknown>>) {
  const json = JSON.stringify({ data: [{ data: content }] }).replaceAll("<", "\\u003c");
  const html = `<html lang="en"><script type="application/json" id="serialized-server-data">${json}</script></html>`;
  return parseAppPage(html, APP_ID).shown;
}
const factsIn = (shelfMapping: object, rest: object = {}) => shownOn({ shelfMapping, ...rest }).facts;

const pair = (name: string, price?: string) => ({ $kind: "textPair", leadingText: name, trailingText: price });
const button = { $kind: "button", title: "Learn More" };
const sizes = { title: "Größe", items_V3: [pair("iPhone", "84,1 MB")] };
const information = (...rows: readonly object[]) => ({
  information: { items: [{ title: "Verkäufer", items: [] }, ...rows] },
});
const sells = { titleOfferDisplayProperties: { hasInAppPurchases: true } };
const sellsNothing = { titleOfferDisplayProperties: { hasInAppPurchases: false } };

describe("in-app purchases on a page", () => {
  const purchases = (shelves: object, rest: object = {}) => factsIn(shelves, rest)?.in_app_purchases;
  const twoItems = {
    items: [
      { name: "Pro & Family", price: "4,99 €" },
      { name: "Coins", price: null },
    ],
  };

  it.each([
    ["with a kind", { items_V3: [pair("Pro & Family", "4,99 €"), pair("Coins"), button] }],
    ["in the old form", { items: [{ text: "Ja", textPairs: [["Pro & Family", "4,99 €"], ["Coins"]] }] }],
    [
      "in both forms",
      { items_V3: [pair("Pro & Family", "4,99 €"), pair("Coins", ""), button], items: [{ textPairs: [["x", "y"]] }] },
    ],
  ])("are read from pairs %s, whatever the title of their row", (_form, row) => {
    expect(purchases(information({ title: "In‑App‑Käufe", ...row }))).toEqual(twoItems);
  });

  it("are told from sizes by device by the button below them", () => {
    const row = { title: "In‑App‑Käufe", items_V3: [pair("Pro", "4,99 €"), button] };

    expect(purchases(information(sizes, row), sells)).toEqual({ items: [{ name: "Pro", price: "4,99 €" }] });
    expect(purchases(information(sizes))).toBeUndefined();
    expect(purchases(information(sizes, { items_V3: [pair("Pro", "4,99 €")] }), sells)).toBeUndefined();
  });

  it("are none where the page says so, or where a whole shelf has no row of them", () => {
    expect(purchases({}, sellsNothing)).toBeNull();
    expect(purchases(information(sizes), sellsNothing)).toBeNull();
    expect(purchases({}, { lockup: { offerDisplayProperties: { hasInAppPurchases: false } } })).toBeNull();
    expect(purchases(information())).toBeNull();
  });

  it.each([
    ["without the shelf", {}, {}],
    ["without the shelf, though there are some", {}, sells],
    ["with an empty shelf", { information: { items: [] } }, {}],
    ["with a shelf of another form", { information: { items: "new" } }, {}],
    ["without their row, though there are some", information(), sells],
  ])("are unknown %s", (_case, shelves, rest) => {
    expect(purchases(shelves, rest)).toBeUndefined();
  });
});

describe("privacy on a page", () => {
  const label = (identifier: string, title: string) => ({ identifier, title });
  const linked = { ...label("DATA_LINKED_TO_YOU", "Data Linked to You"), detail: "…" };
  const location = label("LOCATION", "Location");
  const expected = [
    { id: "DATA_LINKED_TO_YOU", title: "Data Linked to You", categories: [{ id: "LOCATION", title: "Location" }] },
  ];
  const details = (...items: readonly object[]) => ({
    seeAllAction: {
      pageData: {
        shelves: [
          { contentType: "text", items: [{}] },
          { contentType: "privacyType", items },
        ],
      },
    },
  });

  it("is read from its shelf", () => {
    expect(factsIn({ privacyTypes: { items: [{ ...linked, categories: [location] }] } })?.privacy).toEqual(expected);
  });

  it.each([
    ["", { ...linked, categories: [location] }],
    [
      ", where categories lie in each purpose that uses them",
      { ...linked, purposes: [{ categories: [location] }, { categories: [location] }] },
    ],
  ])("is read from the details of the header alone%s", (_form, item) => {
    expect(factsIn({ privacyHeader: details(item) })?.privacy).toEqual(expected);
    expect(factsIn({ privacyTypes: { items: [] }, privacyHeader: details(item) })?.privacy).toEqual(expected);
  });

  it("can be that no data is collected", () => {
    const item = label("DATA_NOT_COLLECTED", "Data Not Collected");

    expect(factsIn({ privacyTypes: { items: [item] } })?.privacy).toEqual([
      { id: "DATA_NOT_COLLECTED", title: "Data Not Collected", categories: [] },
    ]);
  });

  it.each([
    ["without both shelves", {}],
    [
      "with a type that cannot be read",
      { privacyTypes: { items: [{ ...linked, categories: [location] }, { title: "New" }] } },
    ],
    ["with categories of another form", { privacyTypes: { items: [{ ...linked, categories: "all" }] } }],
  ])("is unknown %s", (_case, shelves) => {
    expect(factsIn(shelves)?.privacy).toBeUndefined();
  });

  it("names its policy where the link says that it leads there", () => {
    const link = (targetId: string, url: string) => ({
      action: { $kind: "ExternalUrlAction", url, actionMetrics: { data: [{ fields: { targetId } }] } },
    });
    const texts = [
      link("learnMore", "https://apple.example/"),
      { linkedText: link("privacyPolicy", "https://app.example/p") },
    ];

    expect(factsIn({ privacyHeader: { items: [{ texts }] } })?.privacy_policy).toBe("https://app.example/p");
    expect(factsIn({ privacyHeader: { items: [texts[0]] } })?.privacy_policy).toBeUndefined();
  });
});

describe("accessibility on a page", () => {
  const header = (...features: readonly object[]) => ({
    accessibilityHeader: { seeAllAction: { pageData: { shelves: [{ items: [{ features }] }] } } },
  });

  it("is named by the symbols of its features, or else by their titles", () => {
    const features = [
      { title: "Untertitel", artwork: { template: "systemimage://captions.bubble" } },
      { title: "VoiceOver" },
    ];

    expect(factsIn(header(...features))?.accessibility).toEqual([
      { id: "captions.bubble", title: "Untertitel" },
      { id: "VoiceOver", title: "VoiceOver" },
    ]);
  });

  it("is none below a header without features, and unknown without a header or with another form", () => {
    expect(factsIn({ accessibilityHeader: { items: [{ title: "Accessibility" }] } })?.accessibility).toBeNull();
    expect(factsIn({})?.accessibility).toBeUndefined();
    expect(factsIn(header({ name: "VoiceOver" }))?.accessibility).toBeUndefined();
  });
});

describe("related apps on a page", () => {
  const lockup = (adamId: string | number, rest: object = {}) => ({
    $kind: "Lockup",
    adamId,
    title: `App ${adamId}`,
    ...rest,
  });

  it("are those of two shelves in their order, each once, without the app itself and other content", () => {
    const shelfMapping = {
      similarItems: {
        items: [lockup("9", { subtitle: "A < B" }), lockup(8), lockup("9"), lockup(APP_ID), { $kind: "Editorial" }],
      },
      moreByDeveloper: { items: [lockup("5", { subtitle: "" })] },
    };

    expect(shownOn({ shelfMapping })).toMatchObject({
      similar: [
        { app_id: "9", name: "App 9" },
        { app_id: "8", name: "App 8", subtitle: null },
      ],
      more_by_publisher: [{ app_id: "5", name: "App 5", subtitle: null }],
    });
  });

  it("are unknown without their shelf, and where none can be read", () => {
    for (const similarItems of [undefined, { items: [] }, { items: [{ id: 9, name: "Old form" }] }, "new"]) {
      expect(shownOn({ shelfMapping: { similarItems } }).similar).toBeUndefined();
    }
  });

  it("are at most the first fifty", () => {
    const items = Array.from({ length: 60 }, (_, index) => lockup(100 + index));

    const { similar = [] } = shownOn({ shelfMapping: { similarItems: { items } } });

    expect(similar).toHaveLength(RELATED_APPS_MAX);
    expect(similar.at(-1)).toMatchObject({ app_id: "149" });
  });
});

describe("facts of any page", () => {
  it("have no more entries than the contract allows", () => {
    const items_V3 = [...Array.from({ length: 300 }, (_, index) => pair(`Coins ${index}`, "1")), button];

    const { facts } = shownFactsSchema().parse(shownOn({ shelfMapping: information({ items_V3 }) }));

    expect(facts?.in_app_purchases).toHaveProperty("items.length", FACT_ENTRIES_MAX);
  });

  it("fit the contract, whatever the shelves hold", () => {
    const shelf = fc.oneof(
      fc.jsonValue(),
      fc.record({
        items: fc.array(fc.oneof(fc.jsonValue(), fc.record({ identifier: fc.string(), title: fc.string() }))),
      }),
    );
    const shelfMapping = fc.record({
      information: shelf,
      privacyTypes: shelf,
      privacyHeader: shelf,
      accessibilityHeader: shelf,
      similarItems: shelf,
      moreByDeveloper: shelf,
    });
    fc.assert(
      fc.property(shelfMapping, fc.jsonValue(), (shelves, offer) => {
        shownFactsSchema().parse(shownOn({ shelfMapping: shelves, titleOfferDisplayProperties: offer }));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  // Takes milliseconds; a search without bounds would take minutes.
  it("are found fast in a header that is made to be slow", { timeout: 20_000 }, () => {
    const privacyHeader = Array.from({ length: 2_000 }, () => Array.from({ length: 200 }, () => ({})));

    expect(factsIn({ privacyHeader })?.privacy_policy).toBeUndefined();
  });
});
