import type { chartCollections } from "../../../lib/domain/chart.ts";

import { priceOn } from "./prices.ts";
import type { AppFacts, CatalogueApp } from "./records.ts";

export type ChartCollection = (typeof chartCollections)[number];

export type ChartRequest = {
  readonly collection: ChartCollection;
  readonly country: string;
  /** The store's id of a category, which includes its subcategories; null for all. */
  readonly category: string | null;
  readonly day: number;
};

const CHART_MAX = 200;

/** Share of the free apps that earn money. */
const EARNING_SHARE = 0.4;

/** Share of the time in which an app is not in a chart, even if the chart has room for all. */
const ABSENT_SHARE = 0.05;
const ABSENCE_DAYS = 9;

/** Returns at most 200 apps in rank order. */
export function chartOn(apps: readonly CatalogueApp[], request: ChartRequest): readonly CatalogueApp[] {
  const candidates = apps
    .filter((app) => isInCategory(app, request.category) && isEligible(app, request))
    .map((app) => ({ app, score: scoreOf(app, request) }))
    .toSorted((a, b) => b.score - a.score);

  const chart: CatalogueApp[] = [];
  for (const { app } of candidates) {
    if (chart.length === CHART_MAX) break;
    if (app.on(request.day).isAvailable(request.country)) chart.push(app);
  }
  return chart;
}

function isInCategory({ category }: AppFacts, wanted: string | null): boolean {
  return wanted === null || category.externalId === wanted || category.parentExternalId === wanted;
}

function isEligible(facts: AppFacts, { collection, country, day }: ChartRequest): boolean {
  const { draws, releasedOnDay } = facts;
  const { amount } = priceOn(facts, { country, day });
  const isOfKind = {
    top_free: amount === 0,
    top_paid: (amount ?? 0) > 0,
    top_grossing: (amount ?? 0) > 0 || draws.chance("earns", EARNING_SHARE),
  }[collection];
  const period = Math.floor(day / ABSENCE_DAYS + draws.unit("absence begins"));
  return isOfKind && day >= releasedOnDay && !draws.chance(`absent:${collection}:${country}:${period}`, ABSENT_SHARE);
}

/** The sum of an app's fame, its popularity in the country, and its variation by week and by day. */
function scoreOf({ draws, fame }: AppFacts, { collection, country, category, day }: ChartRequest): number {
  const week = Math.floor(day / 7);
  const moodIn = (one: number) => draws.unit(`mood:${country}:${one}`);
  const mood = moodIn(week) + (moodIn(week + 1) - moodIn(week)) * (day / 7 - week);

  return (
    fame +
    0.3 * draws.unit(`liked:${collection}:${country}`) +
    0.05 * draws.unit(`fits:${category}`) +
    0.15 * mood +
    0.02 * draws.unit(`today:${country}:${day}`)
  );
}
