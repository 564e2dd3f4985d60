import type { StoredChartEntry } from "../../../db/queries/charts/save-charts.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import type { ChartKey } from "../../../lib/domain/chart.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

/** Entries that a full chart has, by a page or by Google Play, and by a feed. */
const FULL = 200;
const OF_FEED = 100;

/** How the charts of the App Store are read. */
export type AppStoreCharts = "pages" | "feeds";

function sizeOf({ platform, collection }: ChartKey, appStore: AppStoreCharts): number {
  const isOfFeed = platform === "ios" && (appStore === "feeds" || collection === "top_grossing");
  return isOfFeed ? OF_FEED : FULL;
}

/** Apps of each store that the charts of a day are drawn from. */
export const APPS = 75_000;
/** Has no divisor in common with the number of apps, so that each place in the long tail has an app of its own. */
const SCATTER = 48_271;
const firstApp = { ios: 1, android: 1 + APPS } as const satisfies Record<Platform, number>;

/** A chart whose apps have the ids from 1 on, as `fillApps` stores them. */
export type GeneratedChart = { readonly key: ChartKey; readonly apps: readonly number[] };

/**
 * Returns a chart of different apps, drawn by their place in the long tail of all apps of the store: the first is drawn
 * as often as the next two together, as the next four, and so on.
 */
export function generateChart(key: ChartKey, seed: number, appStore: AppStoreCharts = "pages"): GeneratedChart {
  const { platform, collection, countryCode, categoryId, chartDate } = key;
  const name = [seed, platform, collection, countryCode, categoryId, chartDate].join(".");
  const random = seededRandom(hash(name));
  const apps = new Set<number>();
  const size = sizeOf(key, appStore);
  while (apps.size < size) {
    const place = Math.floor(APPS ** random());
    apps.add(firstApp[key.platform] + ((place * SCATTER) % APPS));
  }
  return { key, apps: [...apps] };
}

/** Returns the price of an app in a chart: that of an eighth of the apps where free ones are listed, too. */
export function priceOf(app: number, { collection }: ChartKey): number {
  const isPaid = { top_free: false, top_paid: true, top_grossing: app % 8 === 0 }[collection];
  return isPaid ? 0.99 + (app % 20) : 0;
}

export function entriesOf({ key, apps }: GeneratedChart): readonly StoredChartEntry[] {
  return apps.map((app, index) => ({
    rank: index + 1,
    external_id: `app.${app}`,
    name: `An App That Is Called Number ${app}`,
    icon_url: `https://images.example/image/thumb/Purple221/v4/${app}/AppIcon-0-0-1x_U007emarketing/100x100bb.png`,
    is_free: key.collection !== "top_paid",
    publisher_external_id: `publisher.${app % 50_000}`,
    publisher_name: `Publisher ${app % 50_000}`,
    price: priceOf(app, key),
    currency: "USD",
  }));
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
}
