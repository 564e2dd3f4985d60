import type { Db } from "../../db/client.ts";
import { takeControlChart } from "../../db/queries/charts/control-charts.ts";
import { type ControlApp, findControlApps } from "../../db/queries/runs/control-apps.ts";
import { type FetchChartDependencies, fetchChart } from "../charts/fetch-chart.ts";
import { hasTimeForCall, STORE_CALL_DEADLINE_MS, WRITE_RESERVE_MS } from "../domain/call-limits.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Platform } from "../domain/platform.ts";
import type { RequestCosts } from "../domain/store-hosts.ts";

export type FindControlsDependencies = Omit<FetchChartDependencies, "identifyQueues" | "settings"> & {
  /** Seconds after its delivery at which a chart's message counts as lost. */
  readonly settings: { readonly resendSeconds: number };
  readonly db: Db;
  readonly platform: Platform;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Apps that a storefront sold recently. Empty if there are none, `unknown` if the store could not tell, `out_of_time`
 * if there was no time to request the chart.
 */
export type Controls = readonly ControlApp[] | "unknown" | "out_of_time";

type Wanted = {
  readonly countryCode: string;
  /** Apps that cannot be controls because they are requested anyway. */
  readonly except: readonly number[];
};

type Call = { readonly correlationId: string; readonly remainingMs: () => number };

export type FindControls = (wanted: Wanted, call: Call) => Promise<Controls>;

/** This chart shows what a storefront sells if no control is known. */
const COLLECTION = "top_free";

/** Longer than a call to the store and the write after it, but short enough to wait for if its holder is gone. */
const LEASE_SECONDS = Math.ceil((STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) / 1_000);
const POLL_MS = 1_000;

export function createFindControls(deps: FindControlsDependencies): FindControls {
  const { db, platform, now, sleep } = deps;
  const known = ({ countryCode, except }: Wanted) => findControlApps(db, { platform, countryCode, except, now: now() });

  return async (wanted, call) => {
    for (let waitedMs = 0; waitedMs <= 1_000 * LEASE_SECONDS; waitedMs += POLL_MS) {
      const controls = await known(wanted);
      if (controls.length > 0) return controls;
      const state = await fetchFreeChart(deps, wanted.countryCode, call);
      if (state === "ended") return known(wanted);
      if (state !== "under_way") return state;
      await sleep(POLL_MS);
    }
    return "unknown";
  };
}

/** Fetches the day's chart unless that was done. The state is `under_way` while another worker fetches it. */
async function fetchFreeChart(
  deps: FindControlsDependencies,
  countryCode: string,
  call: Call,
): Promise<"ended" | "unknown" | "under_way" | "out_of_time"> {
  if (!hasTimeForCall(call.remainingMs())) return "out_of_time";
  const { db, platform, settings } = deps;
  const chart = { platform, collection: COLLECTION, countryCode, chartDate: utcDay(deps.now()) } as const;
  const taken = await takeControlChart(db, { ...chart, resendSeconds: settings.resendSeconds });
  if (taken.outcome !== null) return isRead(taken.outcome) ? "ended" : "unknown";
  if (taken.is_held) return "under_way";
  if (!taken.is_taken) return "unknown";

  const message = { v: 1, ...chart, categoryId: taken.category_id, correlationId: call.correlationId } as const;
  const onCredit = async (costs: RequestCosts) => {
    await deps.budget(costs, "on_credit");
    return 0;
  };
  const result = await fetchChart(
    {
      ...deps,
      budget: onCredit,
      identifyQueues: leftToResend,
      settings: { leaseSeconds: LEASE_SECONDS, identifySeconds: 0 },
    },
    { message, remainingMs: call.remainingMs },
  );
  if (result === "not_claimed" || result === "superseded") return "under_way";
  return isRead(result) ? "ended" : "unknown";
}

/** A failed fetch does not show that the storefront sells nothing. */
function isRead(ended: string): boolean {
  return ended === "stored" || ended === "empty";
}

/** If the fetch fails, the resend schedule sends the chart and identifies its apps, like any planned chart. */
const leftToResend = { send: async () => undefined };
