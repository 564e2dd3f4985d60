import { type SQL, sql } from "drizzle-orm";

import { RATING_COUNT_STEP, RATING_STEP } from "../../../lib/domain/event.ts";
import type { Columns } from "../../statement.ts";

type Rated = Columns<"rating" | "ratingCount">;

/** Sums over all storefronts are kept with the app, so that they show cheaply where nothing has moved enough. */
export function mayHaveMoved(app: Rated, baseline: Rated): SQL {
  return sql`(abs(${app.rating} - ${baseline.rating}) >= ${RATING_STEP}
    OR abs(${app.ratingCount} - ${baseline.ratingCount}) >= greatest(${RATING_COUNT_STEP.ratings},
      ${baseline.ratingCount} * ${RATING_COUNT_STEP.share}))`.inlineParams();
}
