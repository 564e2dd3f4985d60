import type { Db } from "../../db/client.ts";
import {
  type IdentifiedApp,
  identifyApps as identify,
  returnUnidentifiedApps,
  takeUnidentifiedApps,
} from "../../db/queries/charts/unidentified-apps.ts";
import { callDeadlineMs } from "../domain/call-limits.ts";
import { chartFetchRules } from "../domain/chart.ts";
import { APPS_PER_IDENTIFICATION } from "../domain/discovery.ts";
import { pendingDays } from "../domain/paced-fetch.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import type { IdentifyMessage } from "../queues/messages.ts";
import type { IdentifyQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import type { StorefrontApp } from "../stores/records.ts";
import type { StoreBudget } from "../stores/store-budget.ts";
import { UpstreamError } from "../stores/store-errors.ts";

export type IdentifyAppsDependencies = {
  readonly db: Db;
  readonly log: Log;
  readonly now: Clock;
  readonly budget: StoreBudget;
  readonly identifyQueues: IdentifyQueues;
  readonly connector: Pick<StoreConnector, "platform" | "fetchStorefrontApps">;
  readonly settings: { readonly resendSeconds: number };
};

type Delivery = { readonly message: IdentifyMessage; readonly remainingMs: () => number };

export type IdentifyResult =
  | "identified"
  | "none_due"
  /** There are no tokens, so the apps wait in their rows for the next tick. */
  | "postponed"
  | "retrying";

/** Identifies apps of one storefront from pages of charts with one request. Repeats the message if more may be due. */
export async function identifyApps(
  deps: IdentifyAppsDependencies,
  { message, remainingMs }: Delivery,
): Promise<IdentifyResult> {
  const { db, now, identifyQueues } = deps;
  const { platform, countryCode, correlationId } = message;
  const taken = await takeUnidentifiedApps(db, { platform, countryCode, heldSeconds: deps.settings.resendSeconds });
  if (taken.length === 0) return "none_due";

  const waitSeconds = await deps.budget(storefrontAppsCosts, "identify");
  if (waitSeconds > 0) {
    await returnUnidentifiedApps(db, { countryCode, appIds: taken.map(({ app_id }) => app_id) });
    return "postponed";
  }

  const inOrder = taken.toSorted((one, other) => one.app_id - other.app_id);
  const externalIds = inOrder.map(({ external_id }) => external_id);
  const request = { country: countryCode, externalIds, language: null, fields: "all" } as const;
  const call = { correlationId, deadlineMs: callDeadlineMs(remainingMs()) };
  const response = await requireStorefrontApps(deps.connector)(request, call).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    return error;
  });
  if (response instanceof UpstreamError) {
    const { failure } = response;
    await payForMore(deps, failure.requestsMade);
    deps.log.warn("apps.identify.failed", { platform, countryCode, apps: taken.length, failure });
    return "retrying";
  }
  await payForMore(deps, response.requestsMade);

  const { oldest, newest } = pendingDays(now(), chartFetchRules);
  const found = response.apps.flatMap(({ lookup }) => (lookup.outcome === "found" ? identified(lookup.record) : []));
  const foundIds = new Set(found.map(({ external_id }) => external_id));
  const missing = taken.flatMap(({ app_id, external_id }) => (foundIds.has(external_id) ? [] : [app_id]));
  await identify(db, { platform, countryCode, at: now(), found, missing, chartDates: { oldest, newest } });
  if (taken.length === APPS_PER_IDENTIFICATION) await identifyQueues.send(platform, [message]);
  return "identified";
}

async function payForMore({ budget }: IdentifyAppsDependencies, requestsMade = 1): Promise<void> {
  if (requestsMade > 1) await budget(timesCosts(storefrontAppsCosts, requestsMade - 1), "on_credit");
}

function identified({ identity, metrics }: StorefrontApp): readonly IdentifiedApp[] {
  return identity === null ? [] : [{ ...identity, price: metrics.price, currency: metrics.currency }];
}
