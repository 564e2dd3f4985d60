import type { Db } from "../../db/client.ts";
import {
  type ChartLease,
  type ClaimedChart,
  claimChart,
  finishChart,
  missChart,
  postponeChart,
  retryChart,
} from "../../db/queries/claim-chart.ts";
import { type StoredChartEntry, storeChart } from "../../db/queries/store-chart.ts";
import { toDiscoveredApp } from "../apps/discovered-app.ts";
import { chartRetryDelaySeconds, openChartDays } from "../domain/chart-fetch.ts";
import type { ChartQueues } from "../queues/chart-queues.ts";
import type { ChartMessage } from "../queues/messages.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { ChartEntry } from "../stores/records.ts";
import { UpstreamError } from "../stores/upstream-error.ts";
import { STORE_CALL_DEADLINE_MS, WRITE_RESERVE_MS } from "../sync/phase.ts";
import type { StoreBudget } from "../sync/store-budget.ts";

export type FetchChartDependencies = {
  readonly db: Db;
  readonly connector: Pick<StoreConnector, "fetchChart">;
  readonly budget: StoreBudget;
  readonly queues: ChartQueues;
  readonly now: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly settings: {
    /** Longer than a call to the store and the write after it. */
    readonly leaseSeconds: number;
    /** Seconds after its delivery at which a message counts as lost. */
    readonly resendSeconds: number;
  };
};

type Delivery = { readonly message: ChartMessage; readonly remainingMs: () => number };

/** Both scrapers read a chart with one request. */
const REQUESTS_PER_CHART = 1;

export type FetchChartOutcome =
  | "stored"
  | "empty"
  /** The message came after its day. */
  | "missed"
  /** The day is still to come, or the chart is finished, held or not asked for. */
  | "not_claimed"
  /** The store's budget is spent: the message is on its way again. */
  | "postponed"
  /** The sweeper sends the next attempt. */
  | "retrying"
  | "failed"
  | "superseded";

/** Fetches the chart that a message names and stores it whole, or records why not. Any delivery but one is a no-op. */
export async function fetchChart(deps: FetchChartDependencies, delivery: Delivery): Promise<FetchChartOutcome> {
  const { message } = delivery;
  const days = openChartDays(deps.now());
  if (message.chartDate > days.newest) return "not_claimed";
  if (message.chartDate < days.oldest) {
    await missChart(deps.db, message);
    return "missed";
  }

  const claimed = await claimChart(deps.db, message, deps.settings);
  if (claimed === undefined) return "not_claimed";
  const waitSeconds = await deps.budget(REQUESTS_PER_CHART);
  if (waitSeconds > 0) return postpone(deps, message, { lease: claimed.lease, waitSeconds });

  const response = await askStore(deps, delivery, claimed);
  if (response instanceof UpstreamError) return recordFailure(deps, claimed, response);
  const isOurs = await record(deps, claimed, response);
  if (!isOurs) return "superseded";
  return response.length === 0 ? "empty" : "stored";
}

async function postpone(
  deps: FetchChartDependencies,
  message: ChartMessage,
  { lease, waitSeconds }: { lease: ChartLease; waitSeconds: number },
): Promise<FetchChartOutcome> {
  const lostAfterSeconds = waitSeconds + deps.settings.resendSeconds;
  const isOurs = await postponeChart(deps.db, lease, { lostAfterSeconds });
  if (!isOurs) return "superseded";
  await deps.queues.send(message.platform, [message], { delaySeconds: waitSeconds });
  return "postponed";
}

async function askStore(
  { connector }: FetchChartDependencies,
  { message, remainingMs }: Delivery,
  { categoryExternalId }: ClaimedChart,
): Promise<readonly ChartEntry[] | UpstreamError> {
  const { collection, countryCode, correlationId } = message;
  const deadlineMs = Math.max(1_000, Math.min(STORE_CALL_DEADLINE_MS, remainingMs() - WRITE_RESERVE_MS));
  try {
    const request = { collection, country: countryCode, categoryExternalId };
    return await connector.fetchChart(request, { correlationId, deadlineMs });
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

async function recordFailure(
  deps: FetchChartDependencies,
  { lease, attempts }: ClaimedChart,
  { failure }: UpstreamError,
): Promise<FetchChartOutcome> {
  const { retryAfterSeconds } = failure;
  const delaySeconds = chartRetryDelaySeconds(attempts, { random: deps.random, retryAfterSeconds });
  deps.log.warn("chart.fetch.failed", { ...lease, attempts, failure, delaySeconds });
  if (delaySeconds === null) return (await finishChart(deps.db, lease, "failed")) ? "failed" : "superseded";
  return (await retryChart(deps.db, lease, { delaySeconds })) ? "retrying" : "superseded";
}

function record(
  deps: FetchChartDependencies,
  { lease, categoryExternalId }: ClaimedChart,
  found: readonly ChartEntry[],
): Promise<boolean> {
  if (found.length === 0) return finishChart(deps.db, lease, "empty");
  const entries = found.map((entry) => toStoredEntry(entry, categoryExternalId));
  return storeChart(deps.db, { lease, fetchedAt: deps.now(), entries });
}

/** An app whose category the store does not tell is of the chart's own. */
function toStoredEntry(entry: ChartEntry, chartCategory: string | null): StoredChartEntry {
  const { rank, price, currency } = entry;
  const app = toDiscoveredApp(entry);
  return { ...app, categoryExternalId: app.categoryExternalId ?? chartCategory, rank, price, currency };
}
