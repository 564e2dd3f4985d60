import { type Comparing, cents } from "./comparing.ts";
import { compare } from "./findings.ts";
import { isOnPage, namesOfPage, offersOfPage } from "./page-prices.ts";
import type { Reader } from "./read-api.ts";
import { isBlocked, mayFail } from "./scenario.ts";
import type { ChartKey, OracleApp } from "./shown-days.ts";

export type FollowedChart = ChartKey & {
  /** The service's id of the category; undefined for all categories together. */
  readonly categoryId: number | undefined;
};

/** The ranks of a page and of a feed of the App Store. */
const PAGE_RANKS = 200;
const FEED_RANKS = 100;

export function chartQuery({ platform, collection, country, categoryId }: FollowedChart): string {
  const category = categoryId === undefined ? "" : `&category_id=${categoryId}`;
  return `platform=${platform}&collection=${collection}&country_code=${country}${category}`;
}

/** Returns the ids of a chart on a day by rank, as far as the service has read them. */
async function idsOn({ shown }: Comparing, day: number, chart: ChartKey, window: number): Promise<readonly string[]> {
  const ids = isOnPage(chart)
    ? await shown.chartPage(day, chart)
    : (await shown.chart(day, chart)).map(({ externalId }) => externalId);
  return ids.slice(0, window);
}

/** Compares the chart of today, with the ranks of the earlier chart, with what the store shows. */
export async function compareChart(
  comparing: Comparing,
  reader: Reader,
  { chart, charts: all }: { readonly chart: FollowedChart; readonly charts: readonly FollowedChart[] },
): Promise<void> {
  const { findings, today, dateOf, runDays } = comparing;
  const { categoryId: _, ...key } = chart;
  const date = dateOf(today);
  const { entries, meta } = await reader.readChart(`${chartQuery(chart)}&date=${date}`);
  const about = { day: today, app: chart.platform, place: chartQuery(chart) };
  const isRead = meta.snapshot_date === date;
  const isReadable = !isBlocked(today, { ...chart, kind: "chart" });
  compare(findings, { ...about, kind: "chart not read", stored: isRead, expected: isReadable });
  if (!isRead) return;

  const before = runDays.findLast((day) => day < today && !isBlocked(day, { ...chart, kind: "chart" }));
  const earlierDate = before === undefined ? null : dateOf(before);
  compare(findings, { ...about, kind: "chart compared with", stored: meta.compared_with, expected: earlierDate });
  const windows = { stored: meta.window, expected: expectedWindow(chart, today, meta.window) };
  compare(findings, { ...about, kind: "chart window", ...windows });

  const earlier = before === undefined ? [] : await idsOn(comparing, before, key, meta.compared_window ?? 0);
  const ids = await idsOn(comparing, today, key, meta.window ?? 0);
  compareEntries(comparing, entries, { about, ids, earlier });
  if (isOnPage(chart) && meta.window === PAGE_RANKS) {
    const charts = all.filter(({ platform }) => platform === "ios");
    for (const entry of entries) await compareOfPage(comparing, entry, { chart: key, charts });
  } else await compareOfFeed(comparing, entries, chart);
}

type Shown = {
  readonly about: { readonly day: number; readonly app: string; readonly place: string };
  /** The apps by rank, today and in the earlier chart. */
  readonly ids: readonly string[];
  readonly earlier: readonly string[];
};

function compareEntries({ findings }: Comparing, entries: readonly Entry[], { about, ids, earlier }: Shown): void {
  for (const [index, externalId] of ids.entries()) {
    const entry = entries[index];
    const place = earlier.indexOf(externalId);
    const stored = entry && [entry.rank, entry.app_external_id, entry.rank_change];
    const expected = [index + 1, externalId, place < 0 ? null : place - index];
    compare(findings, { ...about, kind: "chart entry", stored, expected });
  }
  compare(findings, { ...about, kind: "chart length", stored: entries.length, expected: ids.length });
}

/** A feed shows the prices of its apps. */
async function compareOfFeed(comparing: Comparing, entries: readonly Entry[], chart: FollowedChart): Promise<void> {
  const { categoryId: _, ...key } = chart;
  const listed = await comparing.shown.chart(comparing.today, key);
  for (const [index, { price, currency }] of entries.entries()) {
    const shown = listed[index];
    compare(comparing.findings, {
      day: comparing.today,
      app: chart.platform,
      place: `${chartQuery(chart)} ${index + 1}`,
      kind: "chart price",
      stored: [price, price === null ? null : currency],
      expected: [shown?.price, shown?.price == null ? null : shown.currency],
    });
  }
}

/** A feed has at most a hundred ranks, and takes the place of a page that a fault of the day may have failed. */
function expectedWindow(chart: ChartKey, today: number, stored: number | null): number | null {
  if (chart.platform === "android") return stored;
  if (!isOnPage(chart)) return FEED_RANKS;
  return stored === FEED_RANKS && mayFail(today, chart.country, "chart_page") ? FEED_RANKS : PAGE_RANKS;
}

type Entry = Awaited<ReturnType<Reader["readChart"]>>["entries"][number];

/** A page shows neither prices nor most names: these are the ones that the store has shown elsewhere. */
async function compareOfPage(
  comparing: Comparing,
  entry: Entry,
  { chart, charts }: { readonly chart: ChartKey; readonly charts: readonly ChartKey[] },
): Promise<void> {
  const { findings, today } = comparing;
  const place = `${chart.collection} ${chart.country} ${entry.app_external_id}`;
  const page = { externalId: entry.app_external_id, chart, charts };
  const names = await namesOfPage(comparing, page, entry.app_name);
  const offers = await offersOfPage(comparing, page);
  const isOneOf = (known: readonly string[], value: string) => (known.includes(value) ? value : known[0]);
  const about = { day: today, app: chart.platform, place };
  const name = isOneOf(names, entry.app_name);
  compare(findings, { ...about, kind: "chart name", stored: entry.app_name, expected: name });
  const offer = JSON.stringify([cents(entry.price), entry.price === null ? null : entry.currency]);
  compare(findings, { ...about, kind: "chart price", stored: offer, expected: isOneOf(offers, offer) });
}

/** Compares the ranks of an app with the charts of today. */
export async function compareRanks(
  comparing: Comparing,
  {
    reader,
    app,
    charts,
  }: { readonly reader: Reader; readonly app: OracleApp; readonly charts: readonly FollowedChart[] },
): Promise<void> {
  const { findings, today, dateOf } = comparing;
  for (const chart of charts.filter(({ platform }) => platform === app.platform)) {
    const { categoryId, ...key } = chart;
    const category = categoryId === undefined ? "" : `&category_id=${categoryId}`;
    const query = `date=${dateOf(today)}&collection=${chart.collection}&country_codes=${chart.country}${category}`;
    const [row] = await reader.readRankings(app, query);
    const place = (await idsOn(comparing, today, key, row?.window ?? 0)).indexOf(app.externalId);
    const state = place < 0 ? "not_in_window" : "ranked";
    const isReadable = !isBlocked(today, { ...chart, kind: "chart" });
    compare(findings, {
      day: today,
      app,
      place: query,
      kind: "rank",
      stored: [row?.state, row?.rank, row?.chart_date],
      expected: isReadable ? [state, place < 0 ? null : place + 1, dateOf(today)] : ["not_read", null, dateOf(today)],
    });
  }
}
