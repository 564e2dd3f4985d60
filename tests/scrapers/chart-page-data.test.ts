import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { chartPageSchema } from "../../scrapers/contracts/lists.ts";
import { parseChartPage } from "../../scrapers/ios/store/chart-page.ts";
import { SEED } from "./scraper-harness.ts";

function page(data: unknown): string {
  const json = JSON.stringify({ data: [{ data }] }).replaceAll("<", "\\u003c");
  return `<html><script type="application/json" id="serialized-server-data">${json}</script></html>`;
}

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => String(first + index));

/** Returns a chart of `count` apps in the form of the page, with consecutive ids. */
function segment(chart: string, first: number, count: number) {
  const ids = idsFrom(first, count);
  return {
    chart,
    shelves: [{ items: ids.slice(0, 25).map((id) => ({ adamId: id, title: `App ${id}` })) }],
    ...(count > 25 && { nextPage: { remainingContent: ids.slice(25).map((id) => ({ id })) } }),
  };
}

const canonicalURL = "https://apps.apple.com/us/iphone/charts/6007";
const [free, paid] = [segment("top-free", 1_000, 200), segment("top-paid", 2_000, 200)];
const [gamesFree, gamesPaid] = [segment("top-free", 3_000, 200), segment("top-paid", 4_000, 200)];

/** Returns the first app of each chart by its name. */
function firstApps(data: unknown, genre = "6007") {
  const { charts } = parseChartPage(page(data), genre);
  return Object.fromEntries(
    charts.map(({ collection, category, entries }) => [`${collection} ${category}`, entries[0]?.app_id]),
  );
}

function freeChart(changes: object, data: object = {}) {
  const { charts } = parseChartPage(page({ segments: [{ ...free, ...changes }], ...data }), "6007");
  return charts[0];
}

describe("the charts in the data of a page", () => {
  it("are segments, in any order, with others beside them", () => {
    const other = { ...segment("top-grossing", 5_000, 200) };

    expect(firstApps({ canonicalURL, segments: [other, paid, null, free, {}] })).toEqual({
      "top_free 6007": "1000",
      "top_paid 6007": "2000",
    });
  });

  it("are those of all apps and of games, in this order, on the page of all genres", () => {
    const groups = [{ segments: [free, paid] }, { segments: [gamesFree, gamesPaid] }];
    const expected = {
      "top_free null": "1000",
      "top_paid null": "2000",
      "top_free 6014": "3000",
      "top_paid 6014": "4000",
    };

    expect(firstApps({ charts: groups }, "36")).toEqual(expected);
    const named = [{ genreId: 6014, ...groups[1] }, { genreId: "36", ...groups[0] }, { segments: [gamesFree] }];
    expect(firstApps({ charts: named }, "36")).toEqual(expected);
  });

  it("are those of the genre where the page of a genre has groups", () => {
    expect(firstApps({ charts: [{ segments: [gamesFree, gamesPaid] }] }, "6014")).toEqual({
      "top_free 6014": "3000",
      "top_paid 6014": "4000",
    });
  });

  it("are those of the genre where they stand in no group", () => {
    expect(firstApps({ charts: [free, paid] })).toEqual({ "top_free 6007": "1000", "top_paid 6007": "2000" });
    expect(firstApps({ charts: [free, paid] }, "36")).toEqual({ "top_free null": "1000", "top_paid null": "2000" });
  });

  it("are missing where the page has two of one name", () => {
    const { charts, missing } = parseChartPage(page({ segments: [free, paid, gamesFree] }), "6007");

    expect(charts.map(({ collection }) => collection)).toEqual(["top_paid"]);
    expect(missing).toEqual([{ collection: "top_free", category: "6007" }]);
  });

  it("are missing where the page names another genre", () => {
    expect(firstApps({ genreId: "6015", segments: [free, paid] })).toEqual({});
  });

  it.each([
    ["no shelf", { shelves: [] }],
    ["a shelf without items", { shelves: [{}] }],
    ["an item without an id", { shelves: [{ items: [{ title: "App" }] }] }],
    ["an id that is none", { shelves: [{ items: [{ adamId: "editorial-7" }] }] }],
    ["a further entry without an id", { nextPage: { remainingContent: [{ id: "1" }, {}] } }],
    ["a further page without entries", { nextPage: {} }],
  ])("are missing with %s", (_title, changes) => {
    const { charts, missing } = parseChartPage(page({ segments: [{ ...free, ...changes }, paid] }), "6007");

    expect(charts.map(({ collection }) => collection)).toEqual(["top_paid"]);
    expect(missing).toEqual([{ collection: "top_free", category: "6007" }]);
  });

  it("come with the page's own address", () => {
    expect(parseChartPage(page({ canonicalURL, segments: [] }), "6007").path).toBe("/us/iphone/charts/6007");
    for (const none of [undefined, null, 7, "charts", ""]) {
      expect(parseChartPage(page({ canonicalURL: none, segments: [free] }), "6007").path).toBeUndefined();
    }
  });

  it("are none on a page that cannot be read", () => {
    for (const html of ["", "<html>", page(null), page([]), page("segments"), page({ segments: {}, charts: 7 })]) {
      expect(parseChartPage(html, "6007").charts).toEqual([]);
    }
  });
});

describe("the entries of a chart of a page", () => {
  it("are the described apps, then the others, with ranks from 1", () => {
    expect(freeChart({})?.entries.map(({ rank, app_id }) => [rank, app_id])).toEqual(
      idsFrom(1_000, 200).map((id, index) => [index + 1, id]),
    );
  });

  it("have numbers as ids, too", () => {
    const changes = { shelves: [{ items: [{ adamId: 7 }] }], nextPage: { remainingContent: [{ id: 8 }] } };

    expect(freeChart(changes)?.entries.map(({ app_id }) => app_id)).toEqual(["7", "8"]);
  });

  it.each([
    ["no title", {}],
    ["null", { title: null }],
    ["an empty title", { title: "" }],
    ["a title of another type", { title: { text: "App" } }],
  ])("have no name where the page has %s", (_title, changes) => {
    expect(freeChart({ shelves: [{ items: [{ adamId: "7", ...changes }] }] })?.entries[0]).toEqual({
      rank: 1,
      app_id: "7",
      name: null,
      icon_url: null,
    });
  });

  it("have the icon in the size and format of lookup", () => {
    const item = { adamId: "7", title: "Seven", icon: { template: "https://i.example/a/{w}x{h}{c}.{f}" } };

    expect(freeChart({ shelves: [{ items: [item] }] })?.entries[0]).toMatchObject({
      name: "Seven",
      icon_url: "https://i.example/a/512x512bb.png",
    });
  });

  it("have an app that is listed twice at its better rank, without a gap", () => {
    const remainingContent = ["1024", "1001", "9", "9", "10"].map((id) => ({ id }));

    expect(freeChart({ nextPage: { remainingContent } })?.entries.slice(24)).toMatchObject([
      { rank: 25, app_id: "1024" },
      { rank: 26, app_id: "9" },
      { rank: 27, app_id: "10" },
    ]);
  });
});

describe("the window of a chart of a page", () => {
  it.each([
    ["of two hundred entries", 200, 200],
    ["of more, of which two hundred are returned", 240, 200],
    ["that ends by itself, below which there is nothing", 137, 200],
    ["of four", 4, 200],
    ["without entries", 0, 200],
    ["that is cut after the described ones", 25, 25],
    ["that is cut after a hundred", 100, 100],
  ])("is, of a list %s (%i), %i", (_title, count, window) => {
    const { charts } = parseChartPage(page({ segments: [segment("top-free", 1, count)] }), "6007");

    expect(charts[0]?.window).toBe(window);
    expect(charts[0]?.entries).toHaveLength(Math.min(count, 200));
  });
});

describe("reading the charts of a page", () => {
  it("fits the contract or finds no charts, whatever the data is", () => {
    const strange = fc.oneof(fc.jsonValue(), fc.constantFrom([free], [free, paid], { segments: [paid] }));
    fc.assert(
      fc.property(strange, strange, fc.jsonValue(), (segments, charts, shelves) => {
        for (const data of [
          segments,
          { segments },
          { charts },
          { segments: [{ ...free, shelves }], charts: [charts] },
        ]) {
          const { path: _, ...read } = parseChartPage(page(data), "36");
          if (read.charts.length > 0) chartPageSchema().parse({ country: "us", category: null, ...read });
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});
