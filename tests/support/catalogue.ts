import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";

import { appVersions } from "../../db/schema/apps.ts";
import { appFactChanges } from "../../db/schema/facts.ts";
import { appPageReads, appStoreListingChanges, appStoreListings, listingTexts } from "../../db/schema/listings.ts";
import { appMetricChanges, appMetricCoverage, appMetrics, appOfferChanges } from "../../db/schema/metrics.ts";
import { appCompetitors, trackedApps } from "../../db/schema/tracking.ts";
import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import { factKeys } from "../../lib/domain/fact.ts";
import type { TestDb } from "./database.ts";

/** Rows around an app, as the pipeline leaves them. */

export async function track(db: TestDb, link: typeof trackedApps.$inferInsert): Promise<void> {
  await db.insert(trackedApps).values(link);
}

export async function addVersion(db: TestDb, values: typeof appVersions.$inferInsert): Promise<number> {
  const [row] = await db.insert(appVersions).values(values).returning({ id: appVersions.id });
  if (row === undefined) throw new Error("The insert returned no row.");
  return row.id;
}

export async function addMetrics(
  db: TestDb,
  values: Partial<typeof appMetrics.$inferInsert> & { appId: number; countryCode: string },
): Promise<void> {
  await db.insert(appMetrics).values({ isAvailable: true, observedAt: new Date("2026-03-01T00:00:00Z"), ...values });
  await rateApps(db);
}

/** Saves the rating of each app over its storefronts, as a sync or a sweep does at its end. */
export async function rateApps(db: TestDb): Promise<void> {
  await db.execute(sql`UPDATE apps SET (rating, rating_count) =
    (SELECT r.rating, r.rating_count FROM rating_over_storefronts(apps.id) r)`);
}

type NewListing = Partial<typeof appStoreListings.$inferInsert> & {
  readonly appId: number;
  readonly locale: string;
  readonly description?: string;
  readonly whatsNew?: string;
};

export async function addListing(db: TestDb, listing: NewListing): Promise<void> {
  const { description = "A description.", whatsNew, ...values } = listing;
  await db.insert(appStoreListings).values({
    validFrom: new Date("2026-03-01T00:00:00Z"),
    countryCode: "us",
    isPresent: true,
    title: `Title ${listing.locale}`,
    descriptionSha256: await addText(db, description),
    whatsNewSha256: whatsNew === undefined ? null : await addText(db, whatsNew),
    ...values,
  });
}

type NewChange = Omit<typeof appStoreListingChanges.$inferInsert, "oldTextSha256" | "newTextSha256" | "detectedAt"> & {
  readonly detectedAt?: Date;
  readonly before?: string | null;
  readonly after?: string | null;
};

/** Adds a change of a listing, by default of a text, and returns its id. */
export async function addChange(db: TestDb, change: NewChange): Promise<number> {
  const { before = "before", after = "after", ...values } = change;
  const [row] = await db
    .insert(appStoreListingChanges)
    .values({
      detectedAt: new Date("2026-03-01T00:00:00Z"),
      oldTextSha256: before === null ? null : await addText(db, before),
      newTextSha256: after === null ? null : await addText(db, after),
      ...values,
    })
    .returning({ id: appStoreListingChanges.id });
  if (row === undefined) throw new Error("The insert returned no row.");
  return row.id;
}

type NewOfferChange = Partial<typeof appOfferChanges.$inferInsert> & {
  readonly appId: number;
  readonly countryCode: string;
};

/** Adds a change of a price, or of availability where `isAvailable` is given, and returns its id. */
export async function addOfferChange(db: TestDb, change: NewOfferChange): Promise<number> {
  const price = {
    fieldChanged: "price",
    oldPrice: 1.99,
    oldCurrency: "USD",
    newPrice: 2.99,
    newCurrency: "USD",
  } as const;
  const [row] = await db
    .insert(appOfferChanges)
    .values({
      ...(change.isAvailable === undefined ? price : { fieldChanged: "availability" as const }),
      detectedAt: new Date("2026-03-01T00:00:00Z"),
      ...change,
    })
    .returning({ id: appOfferChanges.id });
  if (row === undefined) throw new Error("The insert returned no row.");
  return row.id;
}

/** Adds a first value and a change for each fact, in a storefront or in all of them. */
export async function addFactChanges(
  db: TestDb,
  appId: number,
  { countryCode = GLOBAL_COUNTRY, changed = "second" }: { readonly countryCode?: string; readonly changed?: unknown },
): Promise<void> {
  const values = factKeys.flatMap((key) => {
    const fact = { appId, key, countryCode };
    return [
      { ...fact, value: "first", validFrom: new Date("2026-02-01T00:00:00Z"), isFirst: true },
      { ...fact, value: changed, validFrom: new Date("2026-03-01T00:00:00Z"), isFirst: false },
    ];
  });
  await db.insert(appFactChanges).values(values);
}

/** Adds a change point. The partition of its quarter must exist. */
export async function addPoint(
  db: TestDb,
  point: Partial<typeof appMetricChanges.$inferInsert> & { appId: number; countryCode: string; validFrom: Date },
): Promise<void> {
  await db.insert(appMetricChanges).values({ isAvailable: true, ...point });
}

export async function addPageRead(
  db: TestDb,
  values: Partial<typeof appPageReads.$inferInsert> & { appId: number; locale: string; readAt: Date },
): Promise<void> {
  await db.insert(appPageReads).values({ countryCode: "us", ...values });
}

type NewCoverage = {
  readonly appId: number;
  /** YYYY-MM-DD */
  readonly day: string;
  /** Storefronts that could not be measured on the day, and those that were rotated out. */
  readonly missing?: readonly string[];
  readonly rotatedOut?: readonly string[] | undefined;
};

export async function addCoverage(
  db: TestDb,
  { appId, day, missing = [], rotatedOut = [] }: NewCoverage,
): Promise<void> {
  const codes = { missingCountryCodes: [...missing], rotatedOutCountryCodes: [...rotatedOut] };
  await db.insert(appMetricCoverage).values({ appId, day, ...codes });
}

export async function addCompetitor(db: TestDb, values: typeof appCompetitors.$inferInsert): Promise<number> {
  const [row] = await db.insert(appCompetitors).values(values).returning({ id: appCompetitors.id });
  if (row === undefined) throw new Error("The insert returned no row.");
  return row.id;
}

async function addText(db: TestDb, body: string): Promise<Buffer> {
  const sha256 = createHash("sha256").update(body).digest();
  await db.insert(listingTexts).values({ sha256, body }).onConflictDoNothing();
  return sha256;
}
