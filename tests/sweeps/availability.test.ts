import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { storefrontCodes } from "../../lib/domain/country.ts";
import { createApi, createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createExpressWorld } from "../support/express-world.ts";
import type { App } from "../support/factories.ts";

const database = useClockedDatabase();

/** Storefronts whose only language is read in another one first, so that no page shows that they lack an app. */
const gone = ["cl", "pe"];

describe("two apps whose first syncs begin in the same minute, one of which two storefronts lack", () => {
  it("[APP-5 LST-4 SYN-7 SYN-10] are as available as the store says when their syncs are completed", {
    timeout: 60_000,
  }, async () => {
    const { db } = database();
    const world = await createExpressWorld(db, { countries });
    const soldIn = storefrontCodes(countries, "ios").filter((code) => !gone.includes(code));
    const apps = [await world.addApp({ soldIn }), await world.addApp()] as const;
    await world.startAll(apps);

    await world.pipeline.drain();

    const api = createApi(db, { now: db.clock.now });
    const caller = await createCaller(db);
    const shown = async ({ id, externalId }: App) => {
      const statuses = gone.map(async (country) => {
        const path = `/apps/ios/${externalId}/listing?country_code=${country}&locale=es-MX`;
        return (await api.get(path, caller)).status;
      });
      const { body } = await api.get(`/apps/ios/${externalId}`, caller);
      const [run] = await db.execute(sql`SELECT status FROM sync_statuses WHERE app_id = ${id}`);
      return {
        status: run?.status,
        unavailable: body.data.unavailable_countries,
        listings: await Promise.all(statuses),
      };
    };
    expect(await shown(apps[0])).toEqual({ status: "completed", unavailable: gone, listings: [422, 422] });
    expect(await shown(apps[1])).toEqual({ status: "completed", unavailable: [], listings: [200, 200] });
  });
});
