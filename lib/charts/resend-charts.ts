import { pacedCharts } from "../../db/queries/charts/chart-fetches.ts";
import { storefrontsToIdentify } from "../../db/queries/charts/unidentified-apps.ts";
import type { ChartKey } from "../domain/chart.ts";
import type { Country } from "../domain/country.ts";
import type { Platform } from "../domain/platform.ts";
import { chartClasses } from "../domain/request-costs.ts";
import type { StoreSettings } from "../domain/store-hosts.ts";
import { endOverdueFetches, type SendDueDependencies, sendDueFetches } from "../fetches/paced-fetch.ts";
import type { IdentifyQueues } from "../queues/work-queues.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { readLine, secondsUntilFree } from "../sync/dispatch-syncs.ts";

export type DispatchChartsDependencies = SendDueDependencies<ChartKey> & {
  readonly platform: Platform;
  readonly countries: readonly Country[];
  readonly settings: {
    readonly stores: StoreSettings;
    readonly chartsPerMinute: number;
    readonly resendSeconds: number;
  };
};

type Input = { readonly correlationId: string };

export async function dispatchCharts(deps: DispatchChartsDependencies, { correlationId }: Input): Promise<number> {
  const { platform, settings } = deps;
  const { chartsPerMinute: perMinute, resendSeconds, stores } = settings;
  const waiting = await readLine(
    { ...deps, purposes: ["on_demand"], settings: { stores, lostAfterSeconds: resendSeconds } },
    platform,
  );
  if (!waiting.has_charts) return 0;
  const busySeconds = secondsUntilFree(waiting, stores, { purpose: "chart", classes: chartClasses[platform] });
  return sendDueFetches(deps, pacedCharts, {
    platform,
    correlationId,
    settings: { perMinute, resendSeconds, busySeconds },
  });
}

export type ResendChartsDependencies = DispatchChartsDependencies & {
  readonly log: Log;
  readonly measure: Measure;
  readonly identifyQueues: IdentifyQueues;
};

const IDENTIFIED = { storefronts: 20, gapSeconds: 15 };

/** Sends a platform's due charts, ends those of past days, and repeats lost or failed identifications. */
export async function resendCharts(deps: ResendChartsDependencies, input: Input) {
  const { platform } = deps;
  const { missed, lagSeconds } = await endOverdueFetches(deps, pacedCharts, platform);
  const resent = { platform, missed, sent: await dispatchCharts(deps, input) };
  deps.log.info("chart.resend.completed", resent);
  deps.measure("ChartLagSeconds", lagSeconds, { platform });
  await haveAppsIdentified(deps, input);
  return resent;
}

async function haveAppsIdentified(
  { db, identifyQueues, platform }: ResendChartsDependencies,
  { correlationId }: Input,
): Promise<void> {
  const storefronts = await storefrontsToIdentify(db, { platform, storefronts: IDENTIFIED.storefronts });
  if (storefronts.length === 0) return;
  const delays = new Map(storefronts.map(({ country_code }, place) => [country_code, place * IDENTIFIED.gapSeconds]));
  const messages = storefronts.map(
    ({ country_code }) => ({ v: 1, kind: "identify", platform, countryCode: country_code, correlationId }) as const,
  );
  await identifyQueues.send(platform, messages, { delaySeconds: ({ countryCode }) => delays.get(countryCode) ?? 0 });
}
