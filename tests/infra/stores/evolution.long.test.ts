import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { type AppleApp, appleLibrary, googleLibrary } from "./store-seams.ts";

const SEED = 31;
const TO_DAY = 7;
const APPS = 60;
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: SEED, appsPerStore: 200, publishersPerStore: 40 });
});
afterAll(() => simulator.stop());

describe("what changes between two days", () => {
  it("is for iOS what two readings of the store differ in", async () => {
    let changedApps = 0;
    for (const { externalId } of nonEmpty(simulator.catalogue.apps("ios").slice(0, APPS))) {
      const [before, after] = [await readApple(externalId, 0), await readApple(externalId, TO_DAY)];
      const changes = simulator.catalogue.changes({ platform: "ios", externalId, fromDay: 0, toDay: TO_DAY });
      const fields = changes.listings.filter(({ locale }) => locale === "de-DE").map(({ field }) => field);

      expect(appleChanges(before, after), `seed ${SEED}, app ${externalId}`).toEqual({
        fields: fields.filter((field) => field in appleFields || field.startsWith("locale_")),
        price: changes.prices.some(({ country }) => country === "de"),
        rating: changes.ratings.some(({ country }) => country === "de"),
        availability: changes.availability.some(({ country }) => country === "de"),
      });
      changedApps += Number(before !== undefined && !isDeepStrictEqual(before, after));
    }
    expect(changedApps).toBeGreaterThan(10);
  });

  it("is for Android what two readings of the store differ in", async () => {
    for (const { externalId } of nonEmpty(simulator.catalogue.apps("android").slice(0, APPS))) {
      const [before, after] = [await readGoogle(externalId, 0), await readGoogle(externalId, TO_DAY)];
      const changes = simulator.catalogue.changes({ platform: "android", externalId, fromDay: 0, toDay: TO_DAY });
      const fields = changes.listings.filter(({ locale }) => locale === "de-DE").map(({ field }) => field);
      if (before === undefined || after === undefined) continue;

      expect(
        {
          title: before.title !== after.title,
          text: before.description !== after.description,
          score: before.ratings !== after.ratings,
        },
        `seed ${SEED}, app ${externalId}`,
      ).toEqual({
        title: fields.includes("title"),
        text: fields.includes("description"),
        score: changes.ratings.length === 1,
      });
    }
  });

  it("is nothing between a day and itself", () => {
    for (const { externalId } of nonEmpty(simulator.catalogue.apps("ios").slice(0, APPS))) {
      expect(simulator.catalogue.changes({ platform: "ios", externalId, fromDay: 4, toDay: 4 })).toEqual({
        identity: [],
        listings: [],
        prices: [],
        ratings: [],
        installs: null,
        attributes: [],
        availability: [],
      });
    }
  });

  it("says which storefronts an app left and entered", () => {
    const moves = simulator.catalogue
      .apps("ios")
      .slice(0, APPS)
      .flatMap(
        ({ externalId }) =>
          simulator.catalogue.changes({ platform: "ios", externalId, fromDay: 0, toDay: 60 }).availability,
      );

    expect(moves.some(({ before, after }) => before && !after)).toBe(true);
    expect(moves.some(({ before, after }) => !before && after)).toBe(true);
  });
});

const appleFields = {
  title: "title",
  description: "description",
  whats_new: "releaseNotes",
  icon_url: "icon",
} as const;

function appleChanges(before: AppleApp | undefined, after: AppleApp | undefined) {
  if (before === undefined || after === undefined) {
    const fields = [
      ...(before === undefined ? [] : ["locale_removed"]),
      ...(after === undefined ? [] : ["locale_added"]),
    ];
    return { fields, price: false, rating: false, availability: fields.length > 0 };
  }
  return {
    fields: Object.entries(appleFields).flatMap(([field, key]) => (before[key] === after[key] ? [] : [field])),
    price: before.price !== after.price,
    rating: before.reviews !== after.reviews || before.score !== after.score,
    availability: false,
  };
}

async function readApple(id: string, day: number) {
  simulator.setDay(day);
  return appleLibrary(simulator)
    .app({ id, country: "de" })
    .catch(() => undefined);
}

async function readGoogle(appId: string, day: number) {
  simulator.setDay(day);
  return googleLibrary(simulator)
    .app({ appId, lang: "de-DE", country: "de" })
    .catch(() => undefined);
}
