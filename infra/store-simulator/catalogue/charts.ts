import type { chartCollections } from "../../../lib/domain/chart.ts";

import { isPaid, priceOn } from "./prices.ts";
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

const EARNING_SHARE = 0.4;

/** An app is not in a chart for this share of the time, even if the chart has room for all. */
const ABSENT_SHARE = 0.05;
const ABSENCE_DAYS = 9;

export function chartOn(apps: readonly CatalogueApp[], request: ChartRequest): readonly CatalogueApp[] {
  const scoreOf = scoreIn(request);
  const candidates = apps
    .filter((app) => isInCategory(app, request.category) && (request.collection !== "top_paid" || isPaid(app)))
    .map((app) => ({ app, score: scoreOf(app) }))
    .toSorted((a, b) => b.score - a.score);

  // Checks take longer than a score, so they stop when the chart is full.
  const chart: CatalogueApp[] = [];
  for (const { app } of candidates) {
    if (chart.length === CHART_MAX) break;
    if (isEligible(app, request) && app.on(request.day).isAvailable(request.country)) chart.push(app);
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

function scoreIn({ collection, country, category, day }: ChartRequest): (app: AppFacts) => number {
  const week = Math.floor(day / 7);
  const share = day / 7 - week;
  const [thisWeek, nextWeek] = [`mood:${country}:${week}`, `mood:${country}:${week + 1}`];
  const [liked, fits, today] = [`liked:${collection}:${country}`, `fits:${category}`, `today:${country}:${day}`];

  return ({ draws, fame }) => {
    const before = draws.unit(thisWeek);
    const mood = before + (draws.unit(nextWeek) - before) * share;
    return fame + 0.3 * draws.unit(liked) + 0.05 * draws.unit(fits) + 0.15 * mood + 0.02 * draws.unit(today);
  };
}
