import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { lookUp } from "./store-seams.ts";

let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 71, appsPerStore: 600, publishersPerStore: 100 });
});
afterAll(() => simulator.stop());

const changesOf = (platform: (typeof platforms)[number], days: { readonly fromDay: number; readonly toDay: number }) =>
  simulator.catalogue
    .apps(platform)
    .map(({ externalId }) => simulator.catalogue.changes({ platform, externalId, ...days }).attributes);

describe("the attributes of an app", () => {
  it.each(platforms)("change rarely, each of them at some time (%s)", (platform) => {
    const changedInADay = changesOf(platform, { fromDay: 10, toDay: 11 }).filter((rows) => rows.length > 0);
    const inAQuarter = changesOf(platform, { fromDay: 0, toDay: 90 });

    expect(changedInADay.length).toBeGreaterThan(0);
    expect(changedInADay.length).toBeLessThan(600 * 0.05);
    expect([...new Set(inAQuarter.flat().map(({ attribute }) => attribute))].toSorted()).toEqual(
      Object.keys(simulator.catalogue.apps(platform)[0]?.on(0).attributes ?? {}).toSorted(),
    );
  });

  it("are what lookup shows of them on each day", async () => {
    const changed = simulator.catalogue.apps("ios").filter(({ externalId, on }) => {
      const { attributes } = simulator.catalogue.changes({ platform: "ios", externalId, fromDay: 0, toDay: 20 });
      return (
        attributes.some(({ attribute }) => attribute === "minimumOs") &&
        on(0).isAvailable("us") &&
        on(20).isAvailable("us")
      );
    });
    const shownOn = async (day: number, id: string) => {
      simulator.setDay(day);
      const [row] = await lookUp(simulator, `id=${id}&country=us`);
      return row?.minimumOsVersion;
    };

    for (const { externalId, on } of nonEmpty(changed)) {
      expect(await shownOn(0, externalId)).toBe(on(0).attributes.minimumOs);
      expect(await shownOn(20, externalId)).toBe(on(20).attributes.minimumOs);
    }
  });
});
