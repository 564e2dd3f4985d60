import { countries } from "../../db/seeds/countries.ts";
import { storefrontCodes } from "../../lib/domain/country.ts";
import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import type { Usage } from "./bill-lines.ts";

const GB = 2 ** 30;
const KB = 1024;
const DAYS_PER_MONTH = 365 / 12;
const DAYS_PER_YEAR = 365;
/** Charts are dropped by whole months, so half of one is kept longer on average. */
const HALF_A_MONTH_DAYS = 15;

type Kept = { readonly name: string; readonly bytesPerDay: number; readonly days: number };

function keptKinds({ activity, assumed, stage }: Usage): readonly Kept[] {
  const { chartEntriesDays, chartFetchesDays } = stage.retention;
  const perDay = (count: number) => count / activity.days;
  const syncs = perDay(activity.syncs.ios + activity.syncs.android);
  const pairs = platforms.reduce(
    (sum, platform) => sum + perDay(activity.syncs[platform]) * measuredStorefronts(platform),
    0,
  );
  const fetches = perDay(
    activity.charts.ios + activity.charts.android + activity.itemsSwept / stage.sweep.appsPerRequest,
  );
  return [
    {
      name: "charts",
      bytesPerDay: perDay(ranksOf({ activity, assumed })) * assumed.chartEntryBytes,
      days: chartEntriesDays + HALF_A_MONTH_DAYS,
    },
    {
      name: "changed metrics",
      bytesPerDay: pairs * assumed.changedPairs * assumed.changeRowBytes,
      days: Number.POSITIVE_INFINITY,
    },
    { name: "synced days", bytesPerDay: syncs * assumed.coverageRowBytes, days: Number.POSITIVE_INFINITY },
    {
      name: "listings",
      bytesPerDay: (syncs * assumed.listingKbPerYear * KB) / DAYS_PER_YEAR,
      days: Number.POSITIVE_INFINITY,
    },
    {
      name: "facts and installs",
      bytesPerDay: (syncs * assumed.factKbPerYear * KB) / DAYS_PER_YEAR,
      days: Number.POSITIVE_INFINITY,
    },
    {
      name: "ranks of tracked keywords",
      bytesPerDay: perDay(activity.keywords.ios + activity.keywords.android) * assumed.keywordReadBytes,
      days: chartEntriesDays + HALF_A_MONTH_DAYS,
    },
    { name: "planned fetches", bytesPerDay: fetches * assumed.fetchRowBytes, days: chartFetchesDays },
  ];
}

function measuredStorefronts(platform: Platform): number {
  return platformFacts[platform].hasGlobalMetrics ? 1 : storefrontCodes(countries, platform).length;
}

export type KeptKind = { readonly name: string; readonly gb: number; readonly days: number };

export function describeKept(usage: Usage): readonly KeptKind[] {
  const kinds = keptKinds(usage).map(({ name, bytesPerDay, days }) => ({
    name,
    days,
    gb: (bytesPerDay * Math.min(days, usage.month * DAYS_PER_MONTH)) / GB,
  }));
  const base = { name: "an empty database", days: Number.POSITIVE_INFINITY, gb: usage.assumed.baseStorageGb };
  return [base, ...kinds].toSorted((a, b) => b.gb - a.gb);
}

export function storedGb(usage: Usage): number {
  return describeKept(usage).reduce((sum, { gb }) => sum + gb, 0);
}

/** Returns the bytes of the log that the activity writes. Aurora writes no whole pages. */
export function writtenBytes({ activity, assumed }: Pick<Usage, "activity" | "assumed">): number {
  const charts = activity.charts.ios + activity.charts.android;
  const keywords = activity.keywords.ios + activity.keywords.android;
  const fetchedBySyncs = Math.max(0, activity.itemsStored - activity.itemsSwept - charts - keywords);
  return (
    (activity.syncs.ios + activity.syncs.android) * (assumed.walBytesPerRun + assumed.walBytesOfFacts) +
    fetchedBySyncs * assumed.walBytesPerItem +
    activity.itemsSwept * assumed.walBytesPerSweptItem +
    keywords * assumed.walBytesPerKeyword +
    ranksOf({ activity, assumed }) * assumed.walBytesPerRank
  );
}

function ranksOf({ activity, assumed }: Pick<Usage, "activity" | "assumed">): number {
  return activity.charts.ios * assumed.iosChartEntries + activity.charts.android * assumed.androidChartEntries;
}
