import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { migrationsFolder } from "../../db/migrate.ts";
import { countries } from "../../db/seeds/countries.ts";
import { storefrontCodes } from "../../lib/domain/country.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();

/** Stores an app as an earlier release did, which the given storefronts do not have. */
async function appWithout(platform: Platform, codes: readonly string[], left: { isAvailable: boolean }) {
  const { db } = database();
  const app = await createApp(db, { platform, unavailableCountries: ["fr"], ...left });
  await db.execute(sql`
    INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
    SELECT ${app.id}, code, false, now() FROM jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb) AS code`);
  return app.id;
}

async function migrateAgain() {
  const { db } = database();
  const file = new URL("0018_let_availability_follow_the_storefronts.sql", migrationsFolder);
  await db.execute(sql.raw(await readFile(file, "utf8")));
}

async function availabilityOf(appId: number) {
  const [row] = await database().db.execute(
    sql`SELECT is_available, to_json(unavailable_countries) AS countries FROM apps WHERE id = ${appId}`,
  );
  return row;
}

describe.each(platforms)("the availability of stored apps on %s", (platform) => {
  it("follows from the storefronts that do not have them", async () => {
    const everywhere = storefrontCodes(countries, platform);
    const stuck = await appWithout(platform, ["us", "gb", "de"], { isAvailable: false });
    const gone = await appWithout(platform, everywhere, { isAvailable: true });
    const unseen = await appWithout(platform, [], { isAvailable: false });
    await migrateAgain();

    expect(await availabilityOf(stuck)).toEqual({ is_available: true, countries: ["de", "gb", "us"] });
    expect(await availabilityOf(gone)).toEqual({ is_available: false, countries: everywhere.toSorted() });
    expect(await availabilityOf(unseen)).toEqual({ is_available: true, countries: [] });
  });
});
