import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";

import type { CatalogueApp } from "../../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { get } from "./store-seams.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-03-01T00:00:00Z");

let simulator: StoreSimulator;
let app: CatalogueApp;
let now = START;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 73, appsPerStore: 900, publishersPerStore: 20, now: () => now });
  app = findApp((one) => versions(one, 0, 1) && one.on(0).isAvailable("de"));
  return () => simulator.stop();
});
beforeEach(() => {
  now = START;
  simulator.setDay(0, 0);
  // A change by hand empties the cache.
  simulator.catalogue.offerIn({ ...app, countries: undefined });
});
afterEach(() => {
  simulator.faults.clear();
  simulator.requests.clear();
});

function findApp(isWanted: (app: CatalogueApp) => boolean): CatalogueApp {
  const found = simulator.catalogue.apps("ios").find((one) => one.on(0).isAvailable("us") && isWanted(one));
  if (found === undefined) throw new Error("the catalogue has no such app");
  return found;
}

/** Whether the app has different versions on two days. */
function versions(one: CatalogueApp, day: number, other: number): boolean {
  return one.on(day).version !== one.on(other).version;
}

const lookupSchema = z.object({ results: z.array(z.object({ version: z.string() })) });

async function lookup(query = "country=us") {
  const response = await get(simulator, "itunes.apple.com", `/lookup?id=${app.externalId}&${query}`);
  const { results } = lookupSchema.parse(await response.json());
  const header = (name: string) => response.headers.get(name);
  return {
    version: results[0]?.version,
    age: header("age"),
    cache: header("x-cache"),
    control: header("cache-control"),
  };
}

const [hit, miss] = [{ cache: "TCP_HIT" }, { cache: "TCP_MISS", age: null }];

describe("the cache of lookup", () => {
  it("returns the response of the same address for 24 hours, and its age", async () => {
    expect(await lookup()).toMatchObject({ ...miss, control: "max-age=86400" });
    now += 2 * HOUR_MS;
    expect(await lookup()).toMatchObject({ ...hit, age: "7200", control: "max-age=86400" });
    now += 22 * HOUR_MS - 1;
    expect(await lookup()).toMatchObject({ ...hit, age: "86399" });
    now += 1;
    expect(await lookup()).toMatchObject(miss);
  });

  it("takes no account of the order of parameters, and does of every value", async () => {
    await lookup("country=us&entity=software");

    expect(await lookup("entity=software&country=us")).toMatchObject(hit);
    expect(await lookup("country=us")).toMatchObject(miss);
    expect(await lookup("country=de&entity=software")).toMatchObject(miss);
    expect(await lookup("country=us&entity=software&lang=en_us")).toMatchObject(miss);
  });

  it("takes another order of ids for another address", async () => {
    const ids = simulator.catalogue
      .apps("ios")
      .slice(0, 2)
      .map(({ externalId }) => externalId);
    const cached = async (list: readonly string[]) =>
      (await get(simulator, "itunes.apple.com", `/lookup?id=${list}`)).headers.get("x-cache");

    expect([await cached(ids), await cached(ids), await cached(ids.toReversed())]).toEqual([
      "TCP_MISS",
      "TCP_HIT",
      "TCP_MISS",
    ]);
  });

  it("is empty a day later, so that the day's values show", async () => {
    const before = await lookup();
    simulator.setDay(1);

    expect(await lookup()).toMatchObject({ ...miss, version: app.on(1).version });
    expect(before.version).toBe(app.on(0).version);
  });

  it("shows the values of the day before when less than 24 hours have passed", async () => {
    simulator.setDay(0, 20);
    await lookup();
    simulator.setDay(1, 6);

    expect(await lookup()).toMatchObject({ ...hit, age: String(10 * 3_600), version: app.on(0).version });
    expect(await lookup("country=de")).toMatchObject({ ...miss, version: app.on(1).version });
  });

  it("keeps nothing of a later day for an earlier one", async () => {
    simulator.setDay(1);
    await lookup();
    simulator.setDay(0);

    expect(await lookup()).toMatchObject({ ...miss, version: app.on(0).version });
  });

  it("shows at once where an app was taken out of storefronts", async () => {
    await lookup();
    simulator.catalogue.offerIn({ ...app, countries: ["de"] });

    expect(await lookup()).toMatchObject({ ...miss, version: undefined });
  });

  it("keeps no error and no faulty response", async () => {
    const path = `/lookup?id=${app.externalId}&country=us&lang=xx`;
    for (let request = 0; request < 2; request += 1) {
      expect((await get(simulator, "itunes.apple.com", path)).headers.get("x-cache")).toBeNull();
    }
    simulator.faults.add({ times: 1, respond: "error_body" });
    await get(simulator, "itunes.apple.com", `/lookup?id=${app.externalId}&country=us`);

    expect(await lookup()).toMatchObject(miss);
  });

  it("is not that of pages and charts", async () => {
    const paths = [
      ["apps.apple.com", `/us/app/slug/id${app.externalId}`],
      ["itunes.apple.com", "/us/rss/topfreeapplications/limit=5/json"],
    ] as const;
    for (const [host, path] of nonEmpty([...paths, ...paths])) {
      expect((await get(simulator, host, path)).headers.get("x-cache")).toBeNull();
    }
  });

  it("is counted in the log", async () => {
    await lookup();
    await lookup();

    expect(simulator.requests.list().map(({ isCached }) => isCached)).toEqual([false, true]);
  });
});

describe("an edge that lags behind", () => {
  it("shows old versions in one of fifty responses", async () => {
    simulator.setDay(1);
    simulator.faults.add({ match: { kind: "lookup" }, probability: 0.02, respond: { daysBack: 1 } });
    const shown: unknown[] = [];
    for (let request = 0; request < 500; request += 1) shown.push((await lookup(`country=us&n=${request}`)).version);
    const old = shown.filter((version) => version === app.on(0).version).length;
    const current = shown.filter((version) => version === app.on(1).version).length;

    expect(old + current).toBe(500);
    expect(old).toBeGreaterThanOrEqual(3);
    expect(old).toBeLessThanOrEqual(25);
  });
});
