import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import { migrationsFolder } from "../../db/migrate.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { addMetrics, addPageRead } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();

const FIRST_DAY = Date.UTC(2026, 2, 1);
const on = (day: number) => new Date(FIRST_DAY + (day - 1) * 86_400_000);

type Seen = {
  readonly price?: number | null;
  readonly currency?: string;
  readonly isAvailable?: boolean;
  readonly ratingCount?: number;
};

beforeAll(() => createMissingPartitions(database().db, on(1)));

describe("the changes of an app's offer", () => {
  it.each<[string, readonly Seen[], readonly object[]]>([
    [
      "a price once it differs",
      [{ price: 1 }, { price: 1, ratingCount: 7 }, { price: 2 }],
      [priceOn(3, "1.00", "2.00")],
    ],
    [
      "a currency",
      [
        { price: 1, currency: "USD" },
        { price: 1, currency: "EUR" },
      ],
      [priceOn(2, "1.00", "1.00")],
    ],
    [
      "when it left and came back",
      [{ price: 1 }, { isAvailable: false, price: null }, { price: 1 }],
      [
        { day: 2, field: "availability", isAvailable: false },
        { day: 3, field: "availability", isAvailable: true },
      ],
    ],
    [
      "a price that changed while it was away",
      [{ price: 1 }, { isAvailable: false, price: null }, { price: null }, { price: 3 }],
      [
        { day: 2, field: "availability", isAvailable: false },
        { day: 3, field: "availability", isAvailable: true },
        priceOn(4, "1.00", "3.00"),
      ],
    ],
    [
      "nothing of the first price, of ratings, or of a price that is no longer known",
      [{ price: null }, { price: 1 }, { price: 1, ratingCount: 9 }, { price: null }],
      [],
    ],
  ])("are %s", async (_what, seen, expected) => {
    const appId = await observe("us", seen);

    expect(await changesOf(appId)).toEqual(expected);
  });

  it("are those of the points stored before there was a record of them", async () => {
    const { db } = database();
    const appId = await observe("us", [
      { price: 1 },
      { isAvailable: false, price: null },
      { price: 3, ratingCount: 2 },
      { price: 3 },
    ]);
    const noted = await changesOf(appId);
    await db.execute(sql`DELETE FROM app_offer_changes`);
    const migration = await readFile(new URL("0029_record_changes_of_offers.sql", migrationsFolder), "utf8");
    await db.execute(sql.raw(migration.slice(migration.indexOf("\nINSERT INTO app_offer_changes"))));

    expect(noted).toHaveLength(3);
    expect(await changesOf(appId)).toEqual(noted);
  });

  it.each([
    ["is a change where a page was read before", "de", [{ day: 5, field: "availability", isAvailable: false }]],
    ["is none where nothing was read before", "fr", []],
  ])("a first row without the app, where metrics are global, %s", async (_what, countryCode, expected) => {
    const { db } = database();
    const { id: appId } = await createApp(db, { platform: "android" });
    await addPageRead(db, { appId, locale: "de-DE", countryCode: "de", readAt: on(4) });
    await addMetrics(db, { appId, countryCode, isAvailable: false, observedAt: on(5) });

    expect(await changesOf(appId)).toEqual(expected);
  });
});

function priceOn(day: number, before: string, after: string) {
  return { day, field: "price", before, after };
}

/** Saves what is seen of a new app in a storefront, a day each. */
async function observe(countryCode: string, seen: readonly Seen[]): Promise<number> {
  const { db } = database();
  const { id: appId } = await createApp(db);
  for (const [index, { price = null, currency = "USD", isAvailable = true, ratingCount = 1 }] of seen.entries()) {
    const values = { price, currency: price === null ? null : currency, isAvailable, ratingCount };
    await db.execute(sql`
      WITH row AS (
        INSERT INTO app_metrics (app_id, country_code, price, currency, is_available, rating_count, observed_at)
        VALUES (${appId}, ${countryCode}, ${values.price}, ${values.currency}, ${isAvailable}, ${ratingCount},
          ${on(index + 1).toISOString()})
        ON CONFLICT (app_id, country_code) DO UPDATE SET price = excluded.price, currency = excluded.currency,
          is_available = excluded.is_available, rating_count = excluded.rating_count, observed_at = excluded.observed_at
        RETURNING *
      )
      INSERT INTO app_metric_changes (app_id, country_code, price, currency, is_available, rating_count, valid_from)
      SELECT app_id, country_code, price, currency, is_available, rating_count, observed_at FROM row`);
  }
  return appId;
}

async function changesOf(appId: number): Promise<readonly object[]> {
  const rows = await database().db.execute(sql`
    SELECT extract(day FROM detected_at AT TIME ZONE 'UTC')::int AS day, field_changed AS field,
      is_available AS "isAvailable",
      old_price AS before, new_price AS after
    FROM app_offer_changes WHERE app_id = ${appId} ORDER BY detected_at, id`);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}
