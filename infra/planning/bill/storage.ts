import { countries } from "../../../db/seeds/countries.ts";
import { DEFAULT_COUNTRY } from "../../../lib/domain/country.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { planMetrics } from "../../../lib/sync/plan.ts";
import { monthly, type Usage } from "./usage.ts";

const GB = 2 ** 30;
const DAYS_PER_YEAR = 365;

/** GiB that the history grows by in a month: changed measures, days looked at, listings and charts. */
export function storageGrowthGb(usage: Usage): number {
  const { activity, assumed } = usage;
  const entries = { ios: assumed.iosChartEntries, android: assumed.androidChartEntries };
  const bytes = platforms.map((platform) => {
    const measured = planMetrics(countries, platform, DEFAULT_COUNTRY).length;
    const perSync =
      measured * assumed.changedPairs * assumed.changeRowBytes +
      assumed.coverageRowBytes +
      (assumed.listingKbPerYear * 1024) / DAYS_PER_YEAR;
    return activity.syncs[platform] * perSync + activity.charts[platform] * entries[platform] * assumed.chartEntryBytes;
  });
  return (bytes.reduce((sum, each) => sum + each, 0) * monthly(usage)) / GB;
}
