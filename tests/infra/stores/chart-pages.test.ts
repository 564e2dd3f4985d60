import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { storeCategories } from "../../../db/seeds/store-categories.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { appleLibrary, get } from "./store-seams.ts";

const HOST = "apps.apple.com";
let simulator: StoreSimulator;
/** A catalogue with so few apps that some charts are empty. */
let small: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 53 });
  small = await startStoreSimulator({ seed: 53, appsPerStore: 200, publishersPerStore: 40 });
});
afterEach(() => {
  simulator.setDay(0);
  simulator.faults.clear();
  simulator.requests.clear();
});
afterAll(() => Promise.all([simulator.stop(), small.stop()]));

const segmentSchema = z.strictObject({
  chart: z.enum(["top-free", "top-paid"]),
  shelves: z.tuple([
    z.strictObject({
      items: z.array(
        z.strictObject({
          adamId: z.string(),
          title: z.string(),
          subtitle: z.string().optional(),
          icon: z.strictObject({ template: z.string().endsWith("/{w}x{h}{c}.{f}") }),
        }),
      ),
    }),
  ]),
  nextPage: z.strictObject({ remainingContent: z.array(z.strictObject({ id: z.string() })).min(1) }).optional(),
});
const genreSchema = z.strictObject({ genreId: z.string(), segments: z.array(segmentSchema) });
const dataSchema = z.union([
  z.strictObject({ canonicalURL: z.string(), charts: z.array(genreSchema) }),
  genreSchema.extend({ canonicalURL: z.string() }),
]);
type Segment = z.infer<typeof segmentSchema>;

async function readPage(path: string, store = simulator) {
  const response = await get(store, HOST, path);
  const [, serialized = ""] =
    /<script type="application\/json" id="serialized-server-data">(.*?)<\/script>/s.exec(await response.text()) ?? [];
  const wrapped = z.object({ data: z.tuple([z.object({ data: dataSchema })]) }).parse(JSON.parse(serialized));
  return wrapped.data[0].data;
}

/** Returns the charts of a page by genre and kind. */
async function chartsOf(path: string, store = simulator): Promise<ReadonlyMap<string, Segment>> {
  const data = await readPage(path, store);
  const groups = "charts" in data ? data.charts : [data];
  return new Map(groups.flatMap((group) => group.segments.map((one) => [`${group.genreId} ${one.chart}`, one])));
}

function idsOf(segment: Segment | undefined): readonly string[] {
  const hydrated = segment?.shelves[0].items.map(({ adamId }) => adamId) ?? [];
  return [...hydrated, ...(segment?.nextPage?.remainingContent.map(({ id }) => id) ?? [])];
}

describe("a page of charts of the App Store", () => {
  it("has the free and the paid chart of its genre, and none by revenue", async () => {
    const charts = await chartsOf("/de/iphone/charts/6007?chart=top-free");

    expect([...charts.keys()]).toEqual(["6007 top-free", "6007 top-paid"]);
  });

  it("of all genres has the charts of all apps, then those of games", async () => {
    const charts = await chartsOf("/de/iphone/charts/36?chart=top-free");

    expect([...charts.keys()]).toEqual(["36 top-free", "36 top-paid", "6014 top-free", "6014 top-paid"]);
  });

  it("shows the charts of games as their own page does", async () => {
    const [root, games] = [await chartsOf("/jp/iphone/charts/36"), await chartsOf("/jp/iphone/charts/6014")];

    expect([...games.keys()]).toEqual(["6014 top-free", "6014 top-paid"]);
    for (const [name, segment] of nonEmpty(games)) expect(root.get(name)).toEqual(segment);
  });

  it("describes twenty-five of two hundred ranks, and has the ids of the others", async () => {
    const free = (await chartsOf("/us/iphone/charts/36")).get("36 top-free");

    expect(free?.shelves[0].items).toHaveLength(25);
    expect(free?.nextPage?.remainingContent).toHaveLength(175);
    expect(new Set(idsOf(free)).size).toBe(200);
  });

  it("has no further page of a chart of at most twenty-five apps, and no items of an empty chart", async () => {
    const genres = storeCategories.flatMap(({ platform, externalId }) =>
      platform === "ios" ? (externalId ?? []) : [],
    );
    const lengths = new Set<number>();
    for (const genre of nonEmpty(genres)) {
      const request = { platform: "ios", collection: "top_paid", country: "is", category: genre, day: 0 } as const;
      const { length } = small.catalogue.chart(request);
      if (length > 25) continue;
      const paid = (await chartsOf(`/is/iphone/charts/${genre}`, small)).get(`${genre} top-paid`);
      lengths.add(length);

      expect(paid?.shelves[0].items).toHaveLength(length);
      expect(paid).not.toHaveProperty("nextPage");
    }
    expect(lengths).toContain(0);
    expect(lengths.size).toBeGreaterThan(2);
  });

  it.each([
    { country: "us", genre: "36", chart: "36 top-free", collection: "topfreeapplications" },
    { country: "us", genre: "36", chart: "36 top-paid", collection: "toppaidapplications" },
    { country: "de", genre: "36", chart: "6014 top-free", collection: "topfreeapplications", category: 6014 },
    { country: "jp", genre: "6007", chart: "6007 top-paid", collection: "toppaidapplications", category: 6007 },
    { country: "br", genre: "6015", chart: "6015 top-free", collection: "topfreeapplications", category: 6015 },
  ])(
    "has as its first hundred the feed of the day ($chart in $country)",
    async ({ country, genre, chart, ...feed }) => {
      for (const day of [0, 9]) {
        simulator.setDay(day);
        const rows = await appleLibrary(simulator).list({ ...feed, country, num: 100 });

        const ids = idsOf((await chartsOf(`/${country}/iphone/charts/${genre}`)).get(chart));
        expect(ids.slice(0, 100)).toEqual(rows.map(({ id }) => id));
        expect(rows.length).toBe(Math.min(ids.length, 100));
      }
    },
  );

  it("is in the language of its storefront, or the requested one", async () => {
    const names = async (query: string) =>
      [...(await chartsOf(`/ch/iphone/charts/36${query}`)).values()].flatMap(({ shelves: [{ items }] }) =>
        items.map(({ title, subtitle }) => [title, subtitle]),
      );

    expect(await names("?l=fr-FR")).not.toEqual(await names(""));
    expect(await names("?l=de-DE")).toEqual(await names(""));
  });

  it("names its own address", async () => {
    expect((await readPage("/de/iphone/charts/6007?chart=top-paid")).canonicalURL).toBe(
      "https://apps.apple.com/de/iphone/charts/6007",
    );
  });

  it("redirects to the United States from a storefront that does not exist", async () => {
    const { status, headers } = await get(simulator, HOST, "/aq/iphone/charts/36?chart=top-free");

    expect([status, headers.get("location")]).toEqual([
      301,
      "https://apps.apple.com/us/iphone/charts/36?chart=top-free",
    ]);
  });

  it("does not exist for an unknown genre", async () => {
    expect((await get(simulator, HOST, "/us/iphone/charts/9999")).status).toBe(404);
  });

  it("is a separate kind of request for faults and in the counts", async () => {
    simulator.faults.add({ match: { kind: "chart_page", country: "de" }, respond: { status: 429 } });

    const statuses = ["/de/iphone/charts/36", "/fr/iphone/charts/36", "/de/iphone/charts/6007"].map(
      async (path) => (await get(simulator, HOST, path)).status,
    );

    expect(await Promise.all(statuses)).toEqual([429, 200, 429]);
    expect(simulator.requests.counts()).toMatchObject([
      { host: HOST, kind: "chart_page", requests: 3, outcomes: { 200: 1, 429: 2 } },
    ]);
  });

  it("shows an earlier day when a fault requires it", async () => {
    const before = await readPage("/us/iphone/charts/36");
    simulator.setDay(7);
    const after = await readPage("/us/iphone/charts/36");
    simulator.faults.add({ respond: { daysBack: 7 } });

    expect(await readPage("/us/iphone/charts/36")).toEqual(before);
    expect(after).not.toEqual(before);
  });
});

describe("the page to which clients in mainland China are redirected", () => {
  it("has no charts, and names another address", async () => {
    const body = await (await get(simulator, HOST, "/cn/iphone/today")).text();

    expect(body).toContain('"canonicalURL":"https://apps.apple.com/cn/iphone/today"');
    expect(body).not.toContain("segments");
  });
});
