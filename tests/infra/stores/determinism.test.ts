import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { get } from "./store-seams.ts";

const SEED = 11;
const APPS = { appsPerStore: 400, publishersPerStore: 60 };

describe("the simulator's responses", () => {
  let first: StoreSimulator;
  let again: StoreSimulator;
  let other: StoreSimulator;

  beforeAll(async () => {
    first = await startStoreSimulator({ seed: SEED, day: 3, ...APPS });
    again = await startStoreSimulator({ seed: SEED, day: 0, ...APPS });
    other = await startStoreSimulator({ seed: SEED + 1, day: 3, ...APPS });
    again.setDay(9);
    again.setDay(3);
  });
  afterAll(() => Promise.all([first, again, other].map((simulator) => simulator.stop())));

  it("are the same bytes for the same seed and day, however the day was reached", async () => {
    for (const [host, path] of nonEmpty(addresses(first))) {
      const [one, two] = await Promise.all([first, again].map((simulator) => bytes(simulator, host, path)));
      expect(two, `${host}${path}`).toBe(one);
    }
  });

  it("differ for another seed", async () => {
    const names = (simulator: StoreSimulator) => simulator.catalogue.apps("android").map((app) => app.externalId);

    expect(names(other)).not.toEqual(names(first));
  });

  it("have unique ids and publisher ids in each store", () => {
    for (const platform of ["ios", "android"] as const) {
      const apps = first.catalogue.apps(platform).map(({ externalId }) => externalId);
      const publishers = first.catalogue.publishers(platform).map(({ externalId }) => externalId);

      expect(new Set(apps).size).toBe(APPS.appsPerStore);
      expect(new Set(publishers).size).toBe(APPS.publishersPerStore);
    }
  });
});

function addresses({ catalogue }: StoreSimulator): readonly (readonly [host: string, path: string])[] {
  const [ios] = catalogue.apps("ios");
  const [android] = catalogue.apps("android");
  return [
    ["itunes.apple.com", `/lookup?id=${ios?.externalId}&country=us&entity=software`],
    ["apps.apple.com", `/us/app/slug/id${ios?.externalId}`],
    ["search.itunes.apple.com", `/WebObjects/MZStore.woa/wa/search?term=${ios?.brand}`],
    ["play.google.com", `/store/apps/details?id=${android?.externalId}&hl=de&gl=de`],
    ["play.google.com", `/store/search?c=apps&q=${android?.brand}&hl=en&gl=us&price=0`],
  ];
}

async function bytes(simulator: StoreSimulator, host: string, path: string): Promise<string> {
  const response = await get(simulator, host, path);
  return `${response.status} ${await response.text()}`;
}
