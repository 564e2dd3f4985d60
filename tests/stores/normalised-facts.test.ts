import { describe, expect, it } from "vitest";

import { normaliseFacts, normaliseShownFacts } from "../../lib/stores/normalise-facts.ts";
import { factKeys, type ScraperFacts } from "../../scrapers/contracts/facts.ts";
import { nonEmpty } from "../support/non-empty.ts";

const hostile = "\0\uD800<script>";
const endless = "x".repeat(100_000);
const label = (id: string) => ({ id, title: `Title of ${id}` });

const iosFacts: ScraperFacts = {
  name: "Paper Kite",
  publisher: { id: "2001", name: "Paper Kite Studio" },
  category: { id: "6007", name: "Productivity" },
  categories: [
    { id: "6007", name: "Productivity" },
    { id: "6000", name: "Business" },
  ],
  content_rating: { code: "12+", text: null },
  minimum_os: "15.0",
  size_bytes: 9_000_000_000,
  languages: ["EN", "DE", "EN"],
  supported_devices: ["iPhone8-iPhone8", "iPadAir-iPadAir"],
  in_app_purchases: {
    items: [
      { name: "Pro", price: "$9.99" },
      { name: "Coins", price: null },
      { name: "Pro", price: "$4.99" },
    ],
  },
  privacy: [
    { ...label("DATA_USED_TO_TRACK_YOU"), categories: [label("LOCATION"), label("CONTACTS")] },
    { ...label("DATA_LINKED_TO_YOU"), categories: [] },
  ],
  accessibility: [label("voiceover"), label("captions.bubble")],
  developer: { address: null, website: "https://paperkite.example" },
  privacy_policy: "https://paperkite.example/privacy",
};

describe("facts", () => {
  it("keep every value, lists sorted and without repeats", () => {
    expect(normaliseFacts(iosFacts)).toEqual({
      ...iosFacts,
      categories: [
        { id: "6000", name: "Business" },
        { id: "6007", name: "Productivity" },
      ],
      languages: ["DE", "EN"],
      supported_devices: ["iPadAir-iPadAir", "iPhone8-iPhone8"],
      in_app_purchases: {
        items: [
          { name: "Coins", price: null },
          { name: "Pro", price: "$4.99" },
          { name: "Pro", price: "$9.99" },
        ],
      },
      privacy: [
        { ...label("DATA_LINKED_TO_YOU"), categories: [] },
        { ...label("DATA_USED_TO_TRACK_YOU"), categories: [label("CONTACTS"), label("LOCATION")] },
      ],
      accessibility: [label("captions.bubble"), label("voiceover")],
      developer: { address: null, website: "https://paperkite.example/" },
    });
  });

  it("are the same value in another order", () => {
    const { categories, languages, supported_devices, in_app_purchases, privacy, accessibility } = iosFacts;
    const items = in_app_purchases && "items" in in_app_purchases ? in_app_purchases.items.toReversed() : [];
    const other: ScraperFacts = {
      ...iosFacts,
      categories: categories?.toReversed(),
      languages: languages?.toReversed(),
      supported_devices: supported_devices?.toReversed(),
      in_app_purchases: { items },
      privacy: privacy?.toReversed().map((type) => ({ ...type, categories: type.categories.toReversed() })),
      accessibility: accessibility?.toReversed(),
    };

    expect(JSON.stringify(normaliseFacts(other))).toBe(JSON.stringify(normaliseFacts(iosFacts)));
  });

  it("keep what the store shows an app not to have apart from what was not read", () => {
    const facts = {
      in_app_purchases: null,
      accessibility: null,
      developer: null,
      privacy_policy: null,
      feature_graphic: null,
    };

    expect(normaliseFacts({ ...facts, ads: false })).toStrictEqual({ ...facts, ads: false });
    expect(normaliseFacts({})).toStrictEqual({});
    expect(normaliseFacts({ name: undefined, privacy: undefined })).toStrictEqual({});
  });

  it("keep Google Play's range of prices and address", () => {
    const facts = {
      in_app_purchases: { range: "$0.99 - $9.99 per item" },
      developer: { address: "1 Main Street, Springfield", website: null },
    };

    expect(normaliseFacts(facts)).toStrictEqual(facts);
  });

  it("are clean texts and addresses of web pages", () => {
    const facts = normaliseFacts({
      name: hostile + endless,
      content_rating: { code: endless, text: hostile },
      in_app_purchases: { items: [{ name: hostile, price: endless }] },
      developer: { address: endless, website: "javascript:alert(1)" },
      privacy: [{ ...label("A"), title: hostile, categories: [label("B\0")] }],
    });

    expect(facts.name).toHaveLength(500);
    expect(facts.content_rating).toEqual({ code: "x".repeat(255), text: "\uFFFD<script>" });
    expect(facts.in_app_purchases).toEqual({ items: [{ name: "\uFFFD<script>", price: "x".repeat(255) }] });
    expect(facts.developer).toEqual({ address: "x".repeat(500), website: null });
    expect(facts.privacy).toEqual([{ id: "A", title: "\uFFFD<script>", categories: [] }]);
  });

  it("are left out where nothing of them can be kept", () => {
    expect(
      normaliseFacts({
        name: "\0",
        publisher: { id: endless, name: "Studio" },
        category: { id: "6007", name: "" },
        categories: [],
        languages: [""],
        privacy: [{ ...label(endless), categories: [] }],
        accessibility: [label("\0")],
        developer: { address: null, website: "ftp://paperkite.example/" },
        privacy_policy: "mailto:someone@paperkite.example",
        feature_graphic: "",
      }),
    ).toStrictEqual({});
  });

  it("have at most fifty entries of a shelf, the same ones in any order", () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ name: `Coins ${index}`, price: "$1" }));
    const { in_app_purchases: kept } = normaliseFacts({ in_app_purchases: { items } });

    expect(kept).toHaveProperty("items.length", 50);
    expect(normaliseFacts({ in_app_purchases: { items: items.toReversed() } }).in_app_purchases).toEqual(kept);
  });

  it("have all codes of devices", () => {
    const supported_devices = Array.from({ length: 150 }, (_, index) => `iPhone${index}-iPhone${index}`);

    expect(normaliseFacts({ supported_devices }).supported_devices).toHaveLength(150);
  });

  it("take at most 16 KB of JSON each, of whole entries", () => {
    const long = (index: number) => `${index}${"語".repeat(250)}`;
    const many = Array.from({ length: 250 }, (_, index) => ({
      id: long(index),
      name: long(index),
      title: long(index),
    }));
    const huge: ScraperFacts = {
      categories: many,
      languages: many.map(({ id }) => id),
      supported_devices: many.map(({ id }) => id),
      in_app_purchases: { items: many.map(({ name }) => ({ name, price: name })) },
      privacy: many.map((one) => ({ ...one, categories: many })),
      accessibility: many,
      developer: { address: endless, website: null },
      name: endless,
    };

    const facts = normaliseFacts(huge);

    for (const key of nonEmpty(factKeys.filter((one) => huge[one] !== undefined))) {
      const bytes = Buffer.byteLength(JSON.stringify(facts[key]));
      expect(bytes, key).toBeGreaterThan(400);
      expect(bytes, key).toBeLessThanOrEqual(16 * 1024);
    }
    expect(facts.privacy?.[0]?.categories.length).toBeGreaterThan(0);
  });
});

describe("related apps", () => {
  it("are in the store's order, with the store's ids alone", () => {
    const shown = normaliseShownFacts({
      similar: [
        { app_id: "9", name: `B${hostile}`, subtitle: "" },
        { app_id: "no id of a store", name: "C", subtitle: null },
        { app_id: "com.example.kite", name: "A", subtitle: "Fly high" },
      ],
    });

    expect(shown).toStrictEqual({
      similar: [
        { external_id: "9", name: "B\uFFFD<script>", subtitle: null },
        { external_id: "com.example.kite", name: "A", subtitle: "Fly high" },
      ],
    });
  });

  it("are not read where no id is one of a store, and none where the page shows none", () => {
    const unreadable = [{ app_id: "no id of a store", name: "C", subtitle: null }];

    expect(normaliseShownFacts({ similar: unreadable, more_by_publisher: [] })).toStrictEqual({
      more_by_publisher: [],
    });
  });
});
