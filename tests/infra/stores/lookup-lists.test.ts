import { afterEach, beforeAll, describe, expect, it } from "vitest";

import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

import { get, lookUp } from "./store-seams.ts";

const SEED = 47;
/** Few publishers, so that the first has more apps than a response has rows. */
const OPTIONS = { seed: SEED, appsPerStore: 900, publishersPerStore: 3 };

let simulator: StoreSimulator;
let sold: readonly AppOnDay[];

beforeAll(async () => {
  simulator = await startStoreSimulator(OPTIONS);
  sold = simulator.catalogue
    .apps("ios")
    .map((app) => app.on(0))
    .filter((app) => app.isAvailable("us"));
  return () => simulator.stop();
});
afterEach(() => simulator.faults.clear());

const idsOf = (apps: readonly AppOnDay[]) => apps.map(({ externalId }) => externalId);
const trackIds = async (ids: readonly string[], store = simulator) =>
  (await lookUp(store, `id=${ids}&country=us`)).map(({ trackId }) => String(trackId));
const statusOf = async (ids: readonly string[]) =>
  (await get(simulator, "itunes.apple.com", `/lookup?id=${ids}&country=us`)).status;

/** A publisher that fills more rows than a response may have. */
function largestPublisher() {
  const owned = Map.groupBy(sold, ({ publisher }) => publisher.externalId);
  const [largest = []] = [...owned.values()].toSorted((a, b) => b.length - a.length);
  return { apps: largest, id: largest[0]?.publisher.externalId ?? "" };
}

describe("a lookup of several ids", () => {
  it("returns up to 200 apps", async () => {
    const ids = idsOf(sold).slice(0, 200);

    expect((await trackIds(ids)).toSorted()).toEqual(ids.toSorted());
  });

  it("is 502 above 200 ids, whether or not the store has them", async () => {
    const ids = idsOf(sold).slice(0, 200);

    expect([await statusOf([...ids, "1"]), await statusOf(ids)]).toEqual([502, 200]);
  });

  it("leaves out ids that the storefront does not have", async () => {
    const [first, second] = sold;
    const elsewhere = simulator.catalogue.apps("ios").find(({ on }) => on(0).isInStore && !on(0).isAvailable("us"));
    const ids = [first?.externalId ?? "", elsewhere?.externalId ?? "", "1", second?.externalId ?? ""];

    expect(elsewhere).toBeDefined();
    expect((await trackIds(ids)).toSorted()).toEqual([ids[0], ids[3]].toSorted());
  });

  it("returns its rows in another order than the ids, which follows from the seed and the address", async () => {
    const ids = idsOf(sold).slice(0, 40);
    const again = await startStoreSimulator(OPTIONS);
    const rows = await trackIds(ids);
    const rowsAgain = await trackIds(ids, again).finally(again.stop);

    expect(rows).not.toEqual(ids);
    expect(rowsAgain).toEqual(rows);
    expect(await trackIds(ids.toReversed())).not.toEqual(rows);
  });

  it("returns a publisher as a row of its own, without its apps", async () => {
    const { id, apps } = largestPublisher();
    const [app = ""] = idsOf(apps);
    const rows = await lookUp(simulator, `id=${id},${app}&country=us`);

    expect(rows.map(({ wrapperType }) => wrapperType).toSorted()).toEqual(["artist", "software"]);
  });

  it("returns a publisher's apps behind it when software is requested", async () => {
    const { id, apps } = largestPublisher();
    const rows = await lookUp(simulator, `id=${id}&country=us&entity=software&limit=5`);

    expect(rows.map(({ artistId, trackId }) => [String(artistId), trackId && String(trackId)])).toEqual([
      [id, undefined],
      ...idsOf(apps.toSorted((a, b) => b.facts.fame - a.facts.fame).slice(0, 5)).map((app) => [id, app]),
    ]);
  });

  it("has 210 rows at most, with those of publishers", async () => {
    const { id, apps } = largestPublisher();
    const others = idsOf(sold.filter(({ publisher }) => publisher.externalId !== id)).slice(0, 30);
    const rows = await lookUp(simulator, `id=${[id, ...others]}&country=us&entity=software&limit=200`);

    expect(apps.length).toBeGreaterThan(200);
    expect(rows).toHaveLength(210);
  });

  it("is 400 as a whole while one of its ids is poisoned", async () => {
    const [poisoned = "", ...ids] = idsOf(sold).slice(0, 10);
    simulator.faults.add({ match: { kind: "lookup", appId: poisoned }, respond: "invalid_id" });
    const response = await get(simulator, "itunes.apple.com", `/lookup?id=${[...ids, poisoned]}&country=us`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorMessage: "Invalid value(s) for key(s): [itunesId]" });
    expect([await statusOf([poisoned]), await statusOf(ids)]).toEqual([400, 200]);
  });
});
