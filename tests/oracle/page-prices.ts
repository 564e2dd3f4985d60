import { type Comparing, cents } from "./comparing.ts";
import { isBlocked } from "./scenario.ts";
import type { ChartKey } from "./shown-days.ts";

type OfPage = {
  readonly externalId: string;
  readonly chart: ChartKey;
  /** All charts of the App Store that the service reads. */
  readonly charts: readonly ChartKey[];
};

/** Whether the page of its category shows a chart. */
export function isOnPage({ platform, collection }: ChartKey): boolean {
  return platform === "ios" && collection !== "top_grossing";
}

/**
 * Returns the offers, as JSON of price and currency, that the service may show of an app of a page, the likeliest first.
 * A free chart costs 0; a paid one what the storefront has shown on a day until today, or nothing where it did not have
 * to be looked up.
 */
export async function offersOfPage(comparing: Comparing, page: OfPage): Promise<readonly string[]> {
  const { runDays, today } = comparing;
  if (page.chart.collection === "top_free") return [offerOf(0, null)];
  const offers = await shownOffers(comparing, page);
  return (await isPriced(comparing, page, runDays.indexOf(today))) ? offers : [...offers, offerOf(null, null)];
}

/** The category whose charts are also on the page of all categories. */
const GAMES = "6014";

/**
 * Returns the charts by which an app gets its price in the storefront. A paid app is looked up once, on the first day on
 * which its page shows it in either paid chart: a game that rises into the chart of all categories has its price already.
 */
function pricingCharts({ chart, charts }: OfPage): readonly ChartKey[] {
  const ofStorefront = charts.filter(({ country }) => country === chart.country);
  const withGames = ofStorefront.filter((one) => isOnPage(one) && one.category === null);
  return [...ofStorefront, ...withGames.map((one) => ({ ...one, category: GAMES }))];
}

/** Returns what lookups and the chart by revenue have shown of an app in the storefront, today's first. */
async function shownOffers({ shown, runDays }: Comparing, page: OfPage) {
  const { externalId } = page;
  const offers: string[] = [];
  for (const day of runDays.toReversed()) {
    for (const one of pricingCharts(page)) {
      const app = isOnPage(one)
        ? (await shown.chartedApps(day, one)).get(externalId)
        : (await shown.chart(day, one)).find((entry) => entry.externalId === externalId);
      if (app !== undefined) offers.push(offerOf(app.price, app.currency));
    }
  }
  return offers;
}

/**
 * Returns the names that the service may show of an app of a page, the likeliest first: one that the storefront has
 * shown, or another storefront that has named it first. It is the id only where the storefront does not describe the app.
 */
export async function namesOfPage(comparing: Comparing, page: OfPage, stored: string): Promise<readonly string[]> {
  const { shown, runDays, today } = comparing;
  const { externalId, chart, charts } = page;
  const names: string[] = [];
  for (const day of runDays.toReversed()) {
    for (const one of charts.filter(isOnPage)) {
      const name = (await shown.chartedApps(day, one)).get(externalId)?.name;
      if (name !== undefined) names.push(name);
    }
  }
  if (names.length === 0 || isLookupBlocked(today, chart)) names.push(externalId);
  if (names.includes(stored)) return names;
  const elsewhere = await Promise.all(runDays.map((day) => shown.namesEverywhere(day, externalId)));
  return [...names, ...elsewhere.flat()];
}

function isLookupBlocked(day: number, { country }: ChartKey): boolean {
  return isBlocked(day, { platform: "ios", country, kind: "lookup" });
}

function offerOf(price: number | null, currency: string | null): string {
  return JSON.stringify([cents(price), price === null ? null : currency]);
}

/**
 * Whether the price of an app of a paid page has to be known: that of the page before, that of the chart by revenue
 * before, or that of the lookup that the app gets where none is known.
 */
async function isPriced(comparing: Comparing, page: OfPage, dayIndex: number): Promise<boolean> {
  const { shown, runDays } = comparing;
  const { externalId, chart } = page;
  const [day, before] = [runDays[dayIndex], runDays[dayIndex - 1]];
  if (day === undefined) return false;
  const app = isLookupBlocked(day, chart) ? undefined : (await shown.chartedApps(day, chart)).get(externalId);
  if (app !== undefined && app.price !== null) return true;
  if (before === undefined) return false;
  if (await wasListedWithPrice(comparing, page, before)) return true;
  const wasOnPage = (await shown.chartPage(before, chart)).includes(externalId);
  return wasOnPage && isPriced(comparing, page, dayIndex - 1);
}

async function wasListedWithPrice({ shown }: Comparing, { externalId, chart }: OfPage, day: number): Promise<boolean> {
  const byRevenue = { ...chart, collection: "top_grossing" } as const;
  const entries = isBlocked(day, { ...chart, kind: "chart" }) ? [] : await shown.chart(day, byRevenue);
  return entries.some((entry) => entry.externalId === externalId && entry.price !== null);
}
