import { sql } from "drizzle-orm";

import type { TestDb } from "./database.ts";

type Rated = { readonly rating: number | null; readonly count: number | null };

/** Returns apps, or the given one, whose rating is not the mean over their storefronts, weighted by their ratings. */
export async function findWrongRatings(db: TestDb, appId?: number): Promise<readonly unknown[]> {
  const apps = await db.execute<{ id: number; rating: number | null; count: number | null; storefronts: Rated[] }>(sql`
    SELECT a.id, a.rating::float8, a.rating_count::float8 AS count, (
      SELECT coalesce(json_agg(json_build_object('rating', m.rating, 'count', m.rating_count)), '[]')
      FROM app_metrics m WHERE m.app_id = a.id) AS storefronts
    FROM apps a ${appId === undefined ? sql`` : sql`WHERE a.id = ${appId}`}`);
  return apps.filter(({ rating, count, storefronts }) => {
    const counted = storefronts.filter((storefront) => storefront.count !== null);
    const rated = counted.filter((storefront) => storefront.rating !== null);
    const ratings = sum(rated.map((storefront) => storefront.count ?? 0));
    const mean = sum(rated.map((storefront) => (storefront.rating ?? 0) * (storefront.count ?? 0))) / ratings;
    const expected = counted.length === 0 ? null : sum(counted.map((storefront) => storefront.count ?? 0));
    return count !== expected || (ratings === 0 ? rating !== null : Math.abs((rating ?? 0) - mean) > 0.005 + 1e-9);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
