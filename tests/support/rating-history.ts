import { sql } from "drizzle-orm";

import { type AppObservation, sweptObservations } from "../../db/queries/metrics/metric-observations.ts";
import { statement } from "../../db/statement.ts";

type Observed = { readonly at: Date; readonly observations: readonly AppObservation[] };

/** Stores observations, one of an app in a storefront at most, as a sweep stores those of a batch. */
export const observe = statement({
  name: "observe",
  effect: "writes",
  build: ({ at, observations }: Observed) => sql`
    WITH batch AS (SELECT 1), ${sweptObservations(observations, at)} SELECT 1`,
});

type Ratings = {
  readonly rating: number | null;
  readonly count: number | null;
  readonly stars?: readonly number[] | null;
};

/** Returns an observation of an app; without ratings, that the storefront does not have it. */
export function observationOf(appId: number, countryCode: string, ratings: Ratings | null): AppObservation {
  return {
    app_id: appId,
    country_code: countryCode,
    is_available: ratings !== null,
    rating: ratings?.rating ?? null,
    rating_count: ratings?.count ?? null,
    stars: ratings?.stars ?? null,
    only_if_unavailable: false,
  };
}
