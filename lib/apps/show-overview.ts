import type * as z from "zod";

import type { Db } from "../../db/client.ts";
import { findAppOverview, type OverviewRow } from "../../db/queries/apps/app-overview.ts";
import { listRatingDaysOfStoreApp } from "../../db/queries/metrics/rating-days.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { countryFaults } from "../countries/country-faults.ts";
import type { ChartCollection } from "../domain/chart.ts";
import { GLOBAL_COUNTRY } from "../domain/country.ts";
import { addDays, firstOfDays } from "../domain/days.ts";
import { keywordDays, keywordRankState } from "../domain/keyword-rank.ts";
import {
  ALL_RIVALS,
  OVERVIEW_EVENTS_MAX,
  OVERVIEW_NOTES_MAX,
  OVERVIEW_RIVAL_EVENTS_MAX,
  OVERVIEW_RIVALS_MAX,
  pricesOfDays,
} from "../domain/overview.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { type PricePeriod, pricePeriods } from "../domain/price-periods.ts";
import { expandRatingDays, type RatingPoint } from "../domain/rating-days.ts";
import { presentWithin } from "../domain/response-size.ts";
import { type FieldErrors, invalidInput, notFound } from "../errors.ts";
import { presentEvent } from "../responses/event-response.ts";
import type { Clock } from "../runtime/clock.ts";
import { bestRank, headOfPrices, headOfRatings, type ShownChart } from "./overview-head.ts";
import type { overviewResponse } from "./overview-response.ts";

export type RequestedChart = {
  readonly collection: ChartCollection;
  /** Null stands for all categories together. */
  readonly categoryId: number | null;
};

type ShowOverviewInput = StoreApp & {
  readonly userId: number;
  readonly days: number;
  readonly countryCode: string | undefined;
  /** The default is the charts in which the app ranks best now. */
  readonly charts: readonly RequestedChart[] | undefined;
  readonly rivals: readonly string[];
};

/** As many as `GET …/prices` has of one storefront. */
const PRICE_CHANGES_MAX = 1_000;

/** All events, or fewer if they would not fit a response. */
const eventLimits = [
  { own: OVERVIEW_EVENTS_MAX, ofRivals: OVERVIEW_RIVAL_EVENTS_MAX },
  { own: 60, ofRivals: 30 },
] as const satisfies readonly EventLimits[];
type EventLimits = { readonly own: number; readonly ofRivals: number };

type Overview = z.input<ReturnType<typeof overviewResponse>>;

/** Returns the newest figures of an app, their days, and the events of the app and of some competitors. */
export async function showOverview(deps: { readonly db: Db; readonly now: Clock }, input: ShowOverviewInput) {
  const { platform, externalId, userId, rivals } = input;
  const { hasGlobalMetrics } = platformFacts[platform];
  const to = utcDay(deps.now());
  const from = firstOfDays(input.days, to);
  const ratedIn = hasGlobalMetrics ? GLOBAL_COUNTRY : input.countryCode;
  const [found, changes] = await Promise.all([
    findAppOverview(deps.db, {
      platform,
      externalId,
      userId,
      countryCode: input.countryCode ?? null,
      hasGlobalMetrics,
      charts: input.charts === undefined ? null : JSON.stringify(input.charts.map(toRow)),
      rivals: areAll(rivals) ? null : codeArray(rivals),
      rivalsMax: OVERVIEW_RIVALS_MAX,
      from,
      to,
      priceChangesMax: PRICE_CHANGES_MAX,
    }),
    listRatingDaysOfStoreApp(deps.db, {
      platform,
      externalId,
      countryCodes: ratedIn === undefined ? null : codeArray([ratedIn]),
      from,
      to,
    }),
  ]);
  const { app, country_code, origin_country_code } = found;
  rejectInvalid(found, input);
  if (app === null || country_code === null || origin_country_code === null) throw notFound();
  rejectStrangers(found, rivals);

  const charts = found.charts.flatMap(({ category, ...chart }) => (category === null ? [] : [{ ...chart, category }]));
  const days = Array.from({ length: input.days }, (_, index) => addDays(from, index));
  const points = expandRatingDays(changes, days);
  const [storefront] = found.storefronts;
  const { periods } = storefront === undefined ? { periods: [] } : pricePeriods(storefront, PRICE_CHANGES_MAX);
  const shown = {
    app,
    origin_country_code,
    unavailable_countries: found.unavailable_countries ?? [],
    competitors: found.competitors,
    head: {
      ...headOfRatings(points),
      ...headOfPrices(periods, to),
      price_country_code: storefront?.country_code ?? null,
      version: app.version,
      version_released_at: found.version_released_at,
      previous_version: found.previous_version,
      best_rank: bestRank(charts),
    },
    moved_countries: found.moved_countries,
    charts: charts.map(({ country_code, collection, category }) => ({ country_code, collection, category })),
    series: seriesOf(days, { points, periods, charts }),
    keyword_ranks: found.keyword_ranks.map(({ days: stored, ...keyword }) => ({
      ...keyword,
      points: keywordDays(stored, days).map(({ date, reading, ranks: [rank = null] }) => ({
        date,
        rank,
        state: keywordRankState(rank, reading),
      })),
    })),
    notes: found.notes.slice(0, OVERVIEW_NOTES_MAX),
    has_more_notes: found.notes.length > OVERVIEW_NOTES_MAX,
  };
  const data = presentWithin<EventLimits, Overview>(eventLimits, ({ own, ofRivals }) => ({
    ...shown,
    events: found.events.slice(0, own).map(presentEvent),
    has_more_events: found.events.length > own,
    rival_events: found.rival_events.slice(0, ofRivals).map(presentEvent),
    has_more_rival_events: found.rival_events.length > ofRivals,
  }));
  const ratings_country_code = hasGlobalMetrics ? null : (input.countryCode ?? null);
  return { data, meta: { from, to, country_code, ratings_country_code } };
}

function toRow({ collection, categoryId }: RequestedChart, place: number) {
  return { place, collection, category_id: categoryId };
}

function rejectInvalid(found: OverviewRow, { platform, countryCode, charts }: ShowOverviewInput): void {
  const { is_country: isKnown, is_storefront: isStorefront } = found;
  const faults: FieldErrors[] = [];
  if (countryCode !== undefined) faults.push(countryFaults(platform, { code: countryCode, isKnown, isStorefront }));
  if (charts !== undefined) {
    for (const [index, { category }] of found.charts.entries()) {
      const field = `charts.${index}`;
      if (category === null) faults.push({ [field]: ["The store has no such category."] });
    }
  }
  const errors: FieldErrors = Object.assign({}, ...faults);
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
}

function areAll(rivals: readonly string[]): boolean {
  return rivals.length === 1 && rivals[0] === ALL_RIVALS;
}

function rejectStrangers({ rivals: known }: OverviewRow, rivals: readonly string[]): void {
  if (areAll(rivals)) return;
  const strangers = rivals.flatMap((id, index) =>
    known.includes(id) ? [] : [[`rivals.${index}`, ["The app is not a competitor that you defined for this app."]]],
  );
  if (strangers.length > 0) throw invalidInput(Object.fromEntries(strangers));
}

type Series = {
  readonly points: readonly RatingPoint[];
  readonly periods: readonly PricePeriod[];
  readonly charts: readonly ShownChart[];
};

function seriesOf(days: readonly string[], { points, periods, charts }: Series): Overview["series"] {
  const prices = pricesOfDays(periods, days);
  const ranksOn = charts.map(({ ranks }) => new Map(ranks.map(({ date, rank }) => [date, rank])));
  return days.map((date, index) => ({
    date,
    rating: points[index]?.rating ?? null,
    rating_count: points[index]?.rating_count ?? null,
    gained: points[index]?.delta_total ?? null,
    price: prices[index]?.price ?? null,
    currency: prices[index]?.currency ?? null,
    ranks: ranksOn.map((ranks) => ranks.get(date) ?? null),
  }));
}
