import { resendCharts } from "../charts/resend-charts.ts";
import { startDailyCharts } from "../charts/start-daily-charts.ts";
import { appsServedPerDay } from "../domain/daily-capacity.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import { isSwept } from "../domain/storefront-sweep.ts";
import { syncLimits } from "../domain/sync-limits.ts";
import { reportDueEvents } from "../events/report-events.ts";
import { reportKeywords } from "../events/report-keywords.ts";
import { reportRanks } from "../events/report-ranks.ts";
import { resendKeywords, startDailyKeywords } from "../keywords/resend-keywords.ts";
import { watchPublishers } from "../publishers/watch-publishers.ts";
import { forEachQueue } from "../queues/work-queues.ts";
import { sweepStorefronts } from "../sweeps/sweep-storefronts.ts";
import { resendSyncs } from "../sync/resend-syncs.ts";
import { startDueSyncs } from "../sync/start-due-syncs.ts";
import {
  chartDispatchDependencies,
  dispatchDependencies,
  keywordDispatchDependencies,
  wireRunDispatch,
} from "./dispatch.ts";
import type { CategoryPorts, CountryPorts, KeywordSettings, PipelineSettings, Ports, QueuePorts } from "./ports.ts";

export type Tick<Result = unknown> = (tick: { readonly correlationId: string }) => Promise<Result>;

export function wireDueSyncs(
  ports: Ports & CountryPorts & QueuePorts<"syncs">,
  settings: PipelineSettings,
): Tick<Readonly<Record<Platform, number>>> {
  const ios = syncLimits(settings, ports.countries, "ios");
  const android = syncLimits(settings, ports.countries, "android");
  const due = {
    ...settings.sync,
    activeRunsMax: { ios: ios.scheduledRunsMax, android: android.scheduledRunsMax },
    awaitsSweep: { ios: ios.awaitsSweep, android: android.awaitsSweep },
  };
  const deps = { ...ports, dispatch: wireRunDispatch(ports, settings), settings: due };
  return (tick) => startDueSyncs(deps, tick);
}

export function wireSyncResend(
  ports: Ports & CountryPorts & CategoryPorts & QueuePorts<"syncs">,
  settings: PipelineSettings,
): Tick {
  const appsServed = {
    ios: appsServedPerDay("ios", settings, ports),
    android: appsServedPerDay("android", settings, ports),
  };
  const { refreshHours } = settings.sync;
  const deps = { ...ports, dispatch: wireRunDispatch(ports, settings), settings: { refreshHours, appsServed } };
  return async (tick) => {
    await resendSyncs(deps, tick);
    await reportDue(ports);
  };
}

async function reportDue(ports: Ports & CountryPorts): Promise<void> {
  const reported = await reportDueEvents(ports);
  ports.log[reported.failed.length > 0 ? "error" : "info"]("events.reported", reported);
}

export function wireStorefrontSweep(
  ports: Ports & CountryPorts & QueuePorts<"syncs" | "sweeps" | "expressBatches">,
  settings: PipelineSettings,
) {
  const swept = platforms.filter((platform) => isSwept(platform, settings.sweep));
  const deps = { ...ports, ...dispatchDependencies(ports, settings) };
  return (async (tick) => {
    const counts: Partial<Record<Platform, Awaited<ReturnType<typeof sweepStorefronts>>>> = {};
    for (const platform of swept) counts[platform] = await sweepStorefronts({ ...deps, platform }, tick);
    await reportDue(ports);
    return counts;
  }) satisfies Tick;
}

export function wireDailyCharts(
  ports: Ports & CountryPorts & QueuePorts<"charts" | "identify" | "keywords">,
  settings: Pick<PipelineSettings, "charts" | "stores"> & KeywordSettings,
  platform: Platform,
): Tick<number> {
  const { dailyCountries, pages } = settings.charts;
  const deps = { ...chartResendDependencies(ports, settings, platform), dailyCountries, pages };
  const keywords = { ...ports, ...keywordDispatchDependencies(ports, settings, platform) };
  return async (tick) => {
    const planned = await startDailyCharts(deps, tick);
    await startDailyKeywords(keywords, tick);
    return planned;
  };
}

export function wireChartResend(
  ports: Ports & CountryPorts & QueuePorts<"charts" | "identify" | "keywords" | "publishers">,
  settings: Pick<PipelineSettings, "charts" | "stores"> & KeywordSettings,
): Tick {
  return (tick) =>
    forEachQueue(platforms, async (platform) => {
      await resendCharts(chartResendDependencies(ports, settings, platform), tick);
      await resendKeywords({ ...ports, ...keywordDispatchDependencies(ports, settings, platform) }, tick);
      ports.log.info("events.ranks.reported", { platform, events: await reportRanks(ports, platform) });
      ports.log.info("events.keywords.reported", { platform, events: await reportKeywords(ports, platform) });
      const watch = {
        ...chartDispatchDependencies(ports, settings, platform),
        publisherQueues: ports.queues.publishers,
      };
      ports.log.info("publishers.read.sent", { platform, sent: await watchPublishers(watch, tick) });
    });
}

function chartResendDependencies(
  ports: Ports & CountryPorts & QueuePorts<"charts" | "identify">,
  settings: Pick<PipelineSettings, "charts" | "stores">,
  platform: Platform,
) {
  return { ...ports, ...chartDispatchDependencies(ports, settings, platform), identifyQueues: ports.queues.identify };
}
