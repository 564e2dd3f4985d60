import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { passDay } from "../../support/pass-day.ts";
import { createSyncWorld } from "../../support/pipeline.ts";
import { unavailableCountries } from "../../support/stored.ts";
import { followApp } from "./play-world.ts";

const database = useClockedDatabase();

describe("the periodic refresh of Google Play's storefronts", () => {
  const codes = storefrontCodes(countries, "android").filter((code) => code !== "us");

  const soldInSome = {
    name: "20 never had the app and 20 have lost it",
    neverHad: codes.filter((_, index) => index % 6 === 0).slice(0, 20),
    lost: codes.filter((_, index) => index % 6 === 3).slice(0, 20),
  };
  const soldInAll = { name: "all have the app", neverHad: [], lost: [] };
  const daysPassed = 40;

  it.each([soldInAll, soldInSome])(
    "keep every storefront and every page younger than 30 days where $name",
    async ({ neverHad, lost }) => {
      const { db } = database();
      const soldIn = ["us", ...codes].filter((code) => !neverHad.includes(code));
      const { app, externalId, store, pipeline } = await createSyncWorld(db, { platform: "android", soldIn });
      await followApp(db, app);
      await pipeline.sync(app.id);
      store.withdraw({ externalId, countries: lost });
      const oldest: number[] = [];
      for (let day = 1; day <= daysPassed; day += 1) {
        await passDay(pipeline);
        const [row] = await db.execute<{ days: number }>(sql`SELECT extract(epoch FROM now() - least(
        (SELECT min(observed_at) FROM app_metrics WHERE app_id = ${app.id} AND country_code <> 'zz'),
        (SELECT min(read_at) FROM app_page_reads JOIN app_metrics USING (app_id, country_code)
          WHERE app_id = ${app.id} AND is_available)))::float8 / 86400 AS days`);
        oldest.push(row?.days ?? Number.NaN);
      }

      expect(Math.max(...oldest)).toBeLessThanOrEqual(30);
      expect(await unavailableCountries(db, app.id)).toEqual([...neverHad, ...lost].toSorted());
    },
  );
});
