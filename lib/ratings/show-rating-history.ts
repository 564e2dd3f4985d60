import type { Db } from "../../db/client.ts";
import { listRatingDays } from "../../db/queries/metrics/rating-days.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { getRequestedApp } from "../apps/requested-app.ts";
import { GLOBAL_COUNTRY } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { expandRatingDays } from "../domain/rating-days.ts";
import { invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentStars } from "./rating-response.ts";

type ShowRatingHistoryInput = StoreApp & {
  readonly days: number;
  readonly countryCodes: readonly string[] | undefined;
};

const DAY_MS = 86_400_000;

export async function showRatingHistory(
  deps: { readonly db: Db; readonly now: Clock },
  { days: count, countryCodes, ...app }: ShowRatingHistoryInput,
) {
  const { hasGlobalMetrics, storeName } = platformFacts[app.platform];
  const codes = countryCodes?.length ? countryCodes : null;
  if (hasGlobalMetrics && codes !== null) {
    throw invalidInput({ country_codes: [`${storeName} has no ratings by country.`] });
  }
  const { appId, metricsAsOf } = await getRequestedApp(deps, { ...app, countryCodes: codes ?? [] });

  const today = deps.now().getTime();
  const days = Array.from({ length: count }, (_, index) => utcDay(new Date(today - (count - 1 - index) * DAY_MS)));
  const window = { from: days[0] ?? utcDay(deps.now()), to: utcDay(deps.now()) };
  const storefronts = hasGlobalMetrics ? [GLOBAL_COUNTRY] : codes;
  const changes = await listRatingDays(deps.db, {
    appId,
    countryCodes: storefronts && codeArray(storefronts),
    ...window,
  });
  return {
    points: expandRatingDays(changes, days).map((point) => ({
      ...point,
      breakdown: presentStars(point.stars),
      delta_breakdown: presentStars(point.delta_stars),
    })),
    meta: { ...window, country_codes: codes, metrics_as_of: metricsAsOf },
  };
}
