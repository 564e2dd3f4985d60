import { type FetchedChart, type FetchedPage, pacedCharts } from "../../db/queries/charts/chart-fetches.ts";
import { countBadChartPage, resetBadChartPages } from "../../db/queries/charts/chart-pages.ts";
import { type ChartToSave, type StoredChartEntry, saveCharts } from "../../db/queries/charts/save-charts.ts";
import { chartFetchRules, leavesPage } from "../domain/chart.ts";
import { isThrottled, retryDelaySeconds } from "../domain/paced-fetch.ts";
import { chartWindow } from "../domain/ranking.ts";
import { callCosts, chartPageCosts } from "../domain/request-costs.ts";
import { type FetchDependencies, type FetchResult, tryFetch } from "../fetches/paced-fetch.ts";
import type { ChartMessage } from "../queues/messages.ts";
import type { Log } from "../runtime/log.ts";
import { type CallContext, requireRequest, type StoreConnector } from "../stores/connector.ts";
import type { ChartEntry, PageChart } from "../stores/records.ts";
import { UpstreamError } from "../stores/store-errors.ts";
import { type HaveAppsIdentifiedDependencies, haveAppsIdentified } from "./have-apps-identified.ts";

export type FetchChartDependencies = FetchDependencies &
  HaveAppsIdentifiedDependencies & {
    readonly connector: Pick<StoreConnector, "platform" | "fetchChart" | "fetchChartPage">;
    readonly log: Log;
  };

type Delivery = { readonly message: ChartMessage; readonly remainingMs: () => number };

/** The charts that one request returned, and those of the fetch that are missing from the response. */
type Found = {
  readonly charts: readonly ChartToSave[];
  readonly missing: readonly FetchedChart[];
};

export function fetchChart(deps: FetchChartDependencies, delivery: Delivery): Promise<FetchResult> {
  const { connector, db, log, now, random } = deps;
  return tryFetch(
    deps,
    {
      rows: pacedCharts,
      costsOf: ({ platform }, { page }) => (page === null ? callCosts[platform].fetchChart : chartPageCosts),
      purpose: delivery.message.isRequested === true ? "requested_chart" : "chart",
      isLeft: ({ page }) => page?.is_blocked === true,
      isLeftAfter: ({ page }, { reason }, attempts) => page !== null && leavesPage(reason, attempts),
      fetch: async ({ platform, countryCode }, { charts, page }, call): Promise<Found> => {
        if (page !== null) return readPage(deps, { countryCode, charts, page }, call);
        const [{ collection, category_id: categoryId, category_external_id: categoryExternalId }] = charts;
        const found = await connector.fetchChart({ collection, country: countryCode, categoryExternalId }, call);
        const entries = found.map((entry) => toStoredEntry(entry, categoryExternalId));
        const window = chartWindow(platform, Math.max(0, ...entries.map(({ rank }) => rank)));
        return { charts: [{ collection, categoryId, entries, window }], missing: [] };
      },
      isEmpty: ({ charts, missing }) => missing.length === 0 && charts.every(({ entries }) => entries.length === 0),
      save: async (lease, { page }, { charts, missing }) => {
        const { identifySeconds } = deps.settings;
        const stored = await saveCharts(db, {
          lease,
          fetchedAt: now(),
          charts,
          prices: page === null ? "listed" : "known",
          missing,
          retrySeconds: retryDelaySeconds(chartFetchRules, 1, { random, retryAfterSeconds: null }) ?? 0,
          identifySeconds: page === null ? null : identifySeconds,
        });
        if (stored?.has_newly_waiting) await haveAppsIdentified(deps, delivery.message);
        return stored !== undefined;
      },
      logFailure: (fields) => log.warn("chart.fetch.failed", fields),
    },
    delivery,
  );
}

/** If the store names no category for an app, it gets the chart's. */
function toStoredEntry(entry: ChartEntry, chartCategory: string | null): StoredChartEntry {
  return { ...entry, category_external_id: entry.category_external_id ?? chartCategory };
}

type WantedPage = {
  readonly countryCode: string;
  readonly charts: readonly FetchedChart[];
  readonly page: FetchedPage;
};

async function readPage(
  { connector, db, log }: FetchChartDependencies,
  { countryCode, charts: wanted, page }: WantedPage,
  call: CallContext,
): Promise<Found> {
  const { platform } = connector;
  const request = { country: countryCode, categoryExternalId: page.category_external_id };
  const { charts } = await requireRequest(platform, connector.fetchChartPage)(request, call).catch(
    async (error: unknown) => {
      if (error instanceof UpstreamError && !isThrottled(error.failure.reason)) {
        const { blocks_pages } = await countBadChartPage(db, { platform });
        if (blocks_pages) log.warn("chart.pages.blocked", { platform, failure: error.failure });
      }
      throw error;
    },
  );
  if (page.bad_pages > 0) await resetBadChartPages(db, { platform });

  const found = wanted.map((chart) => ({ chart, shown: charts.find((one) => isSame(one, chart)) }));
  return {
    charts: found.flatMap(({ chart, shown }) => (shown ? [toStoredChart(shown, chart.category_id)] : [])),
    missing: found.flatMap(({ chart, shown }) => (shown ? [] : [chart])),
  };
}

function isSame(shown: PageChart, { collection, category_external_id }: FetchedChart): boolean {
  return shown.collection === collection && shown.category_external_id === category_external_id;
}

/** A page shows no publishers, categories or prices. Apps of a free chart cost nothing. */
function toStoredChart({ collection, window, entries }: PageChart, categoryId: number): ChartToSave {
  const is_free = collection === "top_free";
  const cost = { is_free, price: is_free ? 0 : null };
  return { collection, categoryId, window, entries: entries.map((entry) => ({ ...entry, ...cost })) };
}
