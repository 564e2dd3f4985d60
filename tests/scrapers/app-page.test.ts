import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseAppPage, unreadablePage } from "../../scrapers/ios/store/app-page.ts";
import { SEED } from "./scraper-harness.ts";

function page(data: unknown): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html><html dir="ltr" lang="en-GB"><script type="application/json" id="serialized-server-data">${json}</script></html>`;
}

const content = {
  lockup: { adamId: "7", subtitle: "Plain & simple" },
  promotionalText: "Now",
  shelfMapping: {
    productRatings: { items: [{ ratingCounts: [50.4, 4, 3, 2, 1] }] },
    product_media_phone_: {
      items: [
        { video: { videoUrl: "https://v.example/1.m3u8" } },
        { screenshot: { template: "https://i.example/a/{w}x{h}{c}.{f}" } },
      ],
    },
  },
};

describe("the data of an app's page", () => {
  it.each([
    ["as it is wrapped today", { data: [{ data: content }] }],
    ["as it used to be wrapped", [{ data: content }]],
    ["with further entries beside it", { data: [{ data: content }, { data: {} }], more: 1 }],
  ])("is read %s", (_title, data) => {
    expect(parseAppPage(page(data), "7")).toEqual({
      locale: "en-GB",
      subtitle: "Plain & simple",
      promotional_text: "Now",
      media: {
        iphone: ["https://i.example/a/1290x2796bb.jpg"],
        ipad: [],
        videoUrl: "https://v.example/1.m3u8",
      },
      stars: [1, 2, 3, 4, 50],
      shown: { facts: {} },
    });
  });

  it("distinguishes a missing subtitle from an unreadable one", () => {
    const without = { ...content, lockup: { adamId: "7" } };

    expect(parseAppPage(page({ data: [{ data: without }] }), "7").subtitle).toBeNull();
    expect(parseAppPage(page({ data: [{ data: { ...content, lockup: undefined } }] }), "7").subtitle).toBeUndefined();
  });

  it("[TRAP-5] misses only the part that has changed", () => {
    const changed = { ...content, shelfMapping: { ...content.shelfMapping, productRatings: { items: "new" } } };

    expect(parseAppPage(page({ data: [{ data: changed }] }), "7")).toMatchObject({
      subtitle: "Plain & simple",
      media: { videoUrl: "https://v.example/1.m3u8" },
      stars: undefined,
    });
  });

  it("is ignored on the page of another app", () => {
    expect(parseAppPage(page({ data: [{ data: content }] }), "8")).toEqual(unreadablePage);
  });

  it.each([
    "",
    "<html>",
    '<script id="serialized-server-data">{',
    '<script id="serialized-server-data">{"data":',
    'id="serialized-server-data"',
  ])("is unreadable in %j", (html) => {
    expect(parseAppPage(html, "7")).toEqual(unreadablePage);
  });

  it("never crashes the reader", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const shelves = { lockup: value, shelfMapping: { productRatings: value, product_media_pad_: value } };
        parseAppPage(page(value), "7");
        parseAppPage(page({ data: [{ data: shelves }] }), "7");
        parseAppPage(page({ data: [{ data: { ...content, shelfMapping: value } }] }) + text, "7");
        parseAppPage(text, "7");
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  // Takes milliseconds; quadratic reading would take minutes.
  it("is found fast in a page made to be slow", { timeout: 20_000 }, () => {
    const pages = ['<script id="serialized-server-data"'.repeat(60_000), `<html${" lang=".repeat(400_000)}`];

    for (const slow of pages) expect(parseAppPage(slow, "7")).toEqual(parseAppPage("", "7"));
  });
});
