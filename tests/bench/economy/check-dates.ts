import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import * as z from "zod";
import { textsOf } from "../../../infra/local/pipeline/catalogue-connector.ts";
import type { Catalogue } from "../../../infra/store-simulator/catalogue/catalogue.ts";
import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import { platformSchema } from "../../../lib/domain/platform.ts";
import type { TestDb } from "../../support/test-connection.ts";
import type { Comparison } from "./compare.ts";

const DAY_SECONDS = 86_400;

const storedSchema = z.object({
  platform: platformSchema(),
  externalId: z.string(),
  place: z.string(),
  country: z.string(),
  /** Unix time that is stored with the value. */
  readAt: z.number(),
  value: z.unknown(),
});

/** Compares what pages alone show with what the stores showed on the date that is stored with it, from `start` on. */
export async function compareWithDates(db: TestDb, catalogue: Catalogue, start: Date): Promise<Comparison> {
  const rows = await db.execute(sql`
    SELECT a.platform, a.external_id AS "externalId", l.locale AS place, p.country_code AS country,
      extract(epoch FROM p.read_at)::float8 AS "readAt",
      jsonb_build_object('subtitle', l.subtitle, 'promotional_text', l.promotional_text,
        'screenshots', l.screenshots, 'video_url', l.video_url)::text AS value
    FROM app_page_reads p JOIN apps a ON a.id = p.app_id
    CROSS JOIN LATERAL (SELECT * FROM app_store_listings l WHERE l.app_id = p.app_id AND l.locale = p.locale
      ORDER BY l.valid_from DESC LIMIT 1) l
    WHERE p.read_at >= ${start.toISOString()}::timestamptz AND l.is_present
    UNION ALL
    SELECT a.platform, a.external_id, 'stars', CASE m.country_code WHEN ${GLOBAL_COUNTRY} THEN s.identity_country ELSE m.country_code END,
      extract(epoch FROM m.stars_observed_at)::float8, to_jsonb(m.stars)::text
    FROM app_metrics m JOIN apps a ON a.id = m.app_id JOIN sync_statuses s ON s.app_id = a.id
    WHERE m.stars_observed_at >= ${start.toISOString()}::timestamptz AND m.is_available`);
  const stored = [...rows].map((row) => storedSchema.parse(row));
  const differing = stored.flatMap((row) => {
    const value: unknown = JSON.parse(z.string().parse(row.value));
    const shown = shownOn(catalogue, row);
    if (isDeepStrictEqual(value, shown)) return [];
    const name = `${row.externalId} ${row.country} ${row.place}`;
    return [`${name} is ${JSON.stringify(value)}, not ${JSON.stringify(shown)}`];
  });
  return { values: stored.length, differing };
}

function shownOn(catalogue: Catalogue, { platform, externalId, place, country, readAt }: z.infer<typeof storedSchema>) {
  const day = Math.floor((readAt - catalogue.startOf(0).getTime() / 1_000) / DAY_SECONDS);
  const app = catalogue.appOn({ platform, externalId, day });
  if (place === "stars") return app?.metrics(country)?.stars;
  const listing = app?.listing(place, country);
  if (listing === undefined) return undefined;
  const { subtitle, promotional_text, screenshots, video_url } = textsOf(platform, listing);
  return { subtitle, promotional_text, screenshots, video_url };
}
