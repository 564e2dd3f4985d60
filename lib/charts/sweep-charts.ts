import { pacedCharts } from "../../db/queries/chart-fetches.ts";
import { storefrontsToIdentify } from "../../db/queries/unidentified-apps.ts";
import type { ChartKey } from "../domain/chart.ts";
import type { Platform } from "../domain/platform.ts";
import { type FetchDependencies, sweepFetches } from "../fetches/paced-fetch.ts";
import type { IdentifyQueues } from "../queues/work-queues.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type SweepChartsDependencies = Pick<FetchDependencies<ChartKey>, "db" | "queues" | "now"> & {
  readonly platform: Platform;
  readonly log: Log;
  readonly measure: Measure;
  readonly identifyQueues: IdentifyQueues;
  readonly settings: {
    readonly chartsPerMinute: number;
    /** How far ahead one sweep sends: until the next one. */
    readonly horizonSeconds: number;
    /** Seconds after its delivery at which a message counts as lost. */
    readonly resendSeconds: number;
  };
};

/** Storefronts whose apps one sweep has identified at most: about as many as a store bears requests until the next. */
const STOREFRONTS_MAX = 40;

/**
 * Sends the charts of a platform whose time comes before the next sweep, and records those whose day is over. It also has
 * apps identified that a lost message or a failed request has left.
 */
export async function sweepCharts(deps: SweepChartsDependencies, { correlationId }: { correlationId: string }) {
  const { platform } = deps;
  const { chartsPerMinute: perMinute, ...settings } = deps.settings;
  const sweep = { platform, correlationId, settings: { perMinute, ...settings } };
  const { lagSeconds, ...counts } = await sweepFetches(deps, pacedCharts, sweep);
  const swept = { platform, ...counts };
  deps.log.info("chart.sweep.completed", swept);
  deps.measure("ChartLagSeconds", lagSeconds, { platform });

  const storefronts = await storefrontsToIdentify(deps.db, { platform, storefronts: STOREFRONTS_MAX });
  const messages = storefronts.map(
    ({ countryCode }) => ({ v: 1, kind: "identify", platform, countryCode, correlationId }) as const,
  );
  if (messages.length > 0) await deps.identifyQueues.send(platform, messages);
  return swept;
}
