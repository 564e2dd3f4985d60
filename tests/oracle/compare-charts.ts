import type { Comparing } from "./comparing.ts";
import { compare } from "./findings.ts";
import type { Reader } from "./read-api.ts";
import { isBlocked } from "./scenario.ts";
import type { ChartKey, OracleApp } from "./shown-days.ts";

export type FollowedChart = ChartKey & {
  /** The service's id of the category; undefined for all categories together. */
  readonly categoryId: number | undefined;
};

export function chartQuery({ platform, collection, country, categoryId }: FollowedChart): string {
  const category = categoryId === undefined ? "" : `&category_id=${categoryId}`;
  return `platform=${platform}&collection=${collection}&country_code=${country}${category}`;
}

/** Compares the chart of today, with the ranks of the earlier chart, with what the store shows. */
export async function compareChart(comparing: Comparing, reader: Reader, chart: FollowedChart): Promise<void> {
  const { findings, shown, today, dateOf, runDays } = comparing;
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
  const earlier = before === undefined ? [] : await shown.chart(before, key);
  const expected = (await shown.chart(today, key)).map((entry, index) => {
    const place = earlier.findIndex((one) => one.externalId === entry.externalId);
    return [
      index + 1,
      entry.externalId,
      entry.price,
      entry.price === null ? null : entry.currency,
      place < 0 ? null : place - index,
    ];
  });
  for (const [index, row] of expected.entries()) {
    const entry = entries[index];
    const stored = entry && [
      entry.rank,
      entry.app_external_id,
      entry.price,
      entry.price === null ? null : entry.currency,
      entry.rank_change,
    ];
    compare(findings, { ...about, kind: "chart entry", stored, expected: row });
  }
  compare(findings, { ...about, kind: "chart length", stored: entries.length, expected: expected.length });
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
  const { findings, shown, today, dateOf } = comparing;
  for (const chart of charts.filter(({ platform }) => platform === app.platform)) {
    const { categoryId, ...key } = chart;
    const category = categoryId === undefined ? "" : `&category_id=${categoryId}`;
    const query = `date=${dateOf(today)}&collection=${chart.collection}&country_codes=${chart.country}${category}`;
    const [row] = await reader.readRankings(app, query);
    const place = (await shown.chart(today, key)).findIndex(({ externalId }) => externalId === app.externalId);
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
