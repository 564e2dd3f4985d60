import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { addCoverage } from "../../support/catalogue.ts";
import type { TestDb } from "../../support/database.ts";
import { type App, createApp } from "../../support/factories.ts";
import { observationOf, observe } from "../../support/rating-history.ts";

export const now = () => new Date("2026-04-10T12:00:00Z");

/** Returns a day of April 2026, or one before it: 0 is the last of March. */
export const date = (day: number) => new Date(Date.UTC(2026, 3, day)).toISOString().slice(0, 10);

type Ratings = Parameters<typeof observationOf>[2];
type Day = {
  /** By storefront; null where the app is not available. */
  readonly seen?: Readonly<Record<string, Ratings>>;
  /** Storefronts that failed on the day; undefined for a day without a sync or a sweep. */
  readonly missing?: readonly string[];
  /** Storefronts that were rotated out. */
  readonly rotatedOut?: readonly string[] | undefined;
};

/** Stores an app whose ratings were read on days of April 2026. */
export async function createRatedApp(
  db: TestDb,
  days: Readonly<Record<number, Day>>,
  app: Parameters<typeof createApp>[1] = {},
): Promise<App> {
  await createMissingPartitions(db, now());
  const created = await createApp(db, { lastSyncedAt: now(), ...app });
  for (const [number, { seen = {}, missing, rotatedOut }] of Object.entries(days).toSorted(
    ([a], [b]) => Number(a) - Number(b),
  )) {
    const day = date(Number(number));
    const observations = Object.entries(seen).map(([code, ratings]) => observationOf(created.id, code, ratings));
    await observe(db, { at: new Date(`${day}T06:00:00Z`), observations });
    if (missing !== undefined) await addCoverage(db, { appId: created.id, day, missing, rotatedOut });
  }
  return created;
}

/** Returns ratings whose stars are all five. */
export const allFive = (count: number) => ({ rating: 5, count, stars: [0, 0, 0, 0, count] });

/** Returns how a response shows stars. */
export const shown = (one: number, two: number, three: number, four: number, five: number) => ({
  "1": one,
  "2": two,
  "3": three,
  "4": four,
  "5": five,
});
