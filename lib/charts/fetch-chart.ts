import { pacedCharts } from "../../db/queries/chart-fetches.ts";
import { type StoredChartEntry, storeChart } from "../../db/queries/store-chart.ts";
import type { ChartKey } from "../domain/chart.ts";
import { callCosts } from "../domain/request-costs.ts";
import { type FetchDependencies, type FetchResult, tryFetch } from "../fetches/paced-fetch.ts";
import type { ChartMessage } from "../queues/messages.ts";
import type { Log } from "../runtime/log.ts";
import type { StoreConnector } from "../stores/connector.ts";
import { toDiscoveredApp } from "../stores/discovered-app.ts";
import type { ChartEntry } from "../stores/records.ts";

export type FetchChartDependencies = FetchDependencies<ChartKey> & {
  readonly connector: Pick<StoreConnector, "fetchChart">;
  readonly log: Log;
};

type Delivery = { readonly message: ChartMessage; readonly remainingMs: () => number };

/** Fetches the chart that a message names and stores it whole, or records why not. */
export function fetchChart(deps: FetchChartDependencies, delivery: Delivery): Promise<FetchResult> {
  const { connector, db, log, now } = deps;
  return tryFetch(
    deps,
    {
      rows: pacedCharts,
      costs: callCosts[delivery.message.platform].fetchChart,
      purpose: "chart",
      fetch: ({ collection, countryCode }, { categoryExternalId }, call) =>
        connector.fetchChart({ collection, country: countryCode, categoryExternalId }, call),
      isEmpty: (found) => found.length === 0,
      store: (lease, { categoryExternalId }, found) => {
        const entries = found.map((entry) => toStoredEntry(entry, categoryExternalId));
        return storeChart(db, { lease, fetchedAt: now(), entries });
      },
      logFailure: (fields) => log.warn("chart.fetch.failed", fields),
    },
    delivery,
  );
}

/** Uses the chart's own category for an app of which the store names none. */
function toStoredEntry(entry: ChartEntry, chartCategory: string | null): StoredChartEntry {
  const { rank, price, currency } = entry;
  const app = toDiscoveredApp(entry);
  return { ...app, categoryExternalId: app.categoryExternalId ?? chartCategory, rank, price, currency };
}
