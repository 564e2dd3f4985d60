import type { StoredChartEntry } from "../../../db/queries/store-chart.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

/** Entries that a full chart of each store has. */
export const chartSizes = { ios: 100, android: 200 } as const satisfies Record<Platform, number>;

/** Apps that may be in the charts of one category and collection, over all countries. */
const POOL = 800;
/** Of a chart's apps, those that are known in every country rank higher. */
const APPS_PER_PUBLISHER = 3;

/** What a store might show: the same apps again and again, in another order in each country, the famous ones first. */
export function generateChart(chart: ChartKey): readonly StoredChartEntry[] {
  const pool = `${chart.platform}.${chart.collection}.${chart.categoryId}`;
  const random = seededRandom(hash(`${pool}.${chart.countryCode}`));
  const apps = new Set<number>();
  while (apps.size < chartSizes[chart.platform]) apps.add(Math.floor(POOL * random() ** 2));
  return [...apps].map((app, index) => generateEntry(pool, app, index + 1));
}

export function generateEntry(pool: string, app: number, rank: number): StoredChartEntry {
  const publisher = Math.floor(app / APPS_PER_PUBLISHER);
  return {
    rank,
    externalId: `com.${pool}.app${app}`,
    name: `An App of ${pool} That Is Called Number ${app}`,
    iconUrl: `https://images.example/image/thumb/Purple221/v4/${pool}/${app}/AppIcon-0-0-1x_U007emarketing/100x100bb.png`,
    isFree: app % 3 > 0,
    publisher: { externalId: `${pool}.publisher.${publisher}`, name: `Publisher ${publisher} of ${pool}`, url: null },
    categoryExternalId: null,
    price: app % 3 > 0 ? 0 : 0.99 + (app % 20),
    currency: "USD",
  };
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
}
