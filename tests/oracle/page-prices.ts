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
 * Returns the names and the offers, as JSON of price and currency, that the service may show of an app of a page, the
 * likeliest first. A name is one that the store has shown, never the id of an app that the storefront describes. A free
 * chart costs 0; a paid one what the storefront has shown on a day until today, or nothing where it did not have to be
 * looked up.
 */
export async function expectedOfPage(comparing: Comparing, page: OfPage) {
  const { runDays, today } = comparing;
  const { externalId, chart } = page;
  const described = await descriptionsOf(comparing, page);
  const names = described.map(({ name }) => name);
  if (names.length === 0 || isLookupBlocked(today, chart)) names.push(externalId);
  if (chart.collection === "top_free") return { names, offers: [offerOf(0, null)] };

  const own = described.filter(({ country }) => country === chart.country);
  const offers = own.map(({ price, currency }) => offerOf(price, currency));
  if (!(await isPriced(comparing, page, runDays.indexOf(today)))) offers.push(offerOf(null, null));
  return { names, offers };
}

/** Returns what storefronts that have charted an app have shown of it, today's first. */
async function descriptionsOf({ shown, runDays }: Comparing, { externalId, charts }: OfPage) {
  const places = runDays.toReversed().flatMap((day) => charts.filter(isOnPage).map((one) => ({ day, one })));
  const found = await Promise.all(
    places.map(async ({ day, one }) => ({ one, app: (await shown.chartedApps(day, one)).get(externalId) })),
  );
  return found.flatMap(({ one: { country }, app }) => (app === undefined ? [] : [{ ...app, country }]));
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
