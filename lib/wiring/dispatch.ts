import type { DispatchChartsDependencies } from "../charts/resend-charts.ts";
import type { Platform } from "../domain/platform.ts";
import type { DispatchKeywordsDependencies } from "../keywords/dispatch-keywords.ts";
import type { DispatchStoreDependencies } from "../sweeps/dispatch-store.ts";
import { type DispatchSyncs, dispatchSyncs, type Paces } from "../sync/dispatch-syncs.ts";
import type { DispatchPorts, KeywordSettings, PipelineSettings, QueuePorts } from "./ports.ts";
import { lostAfterSeconds } from "./settings.ts";

function pacesOf({ charts, sweep }: Pick<PipelineSettings, "charts" | "sweep">): Paces {
  return { chartsPerMinute: charts.chartsPerMinute, sweep };
}

export function dispatchDependencies(
  ports: DispatchPorts & QueuePorts<"syncs" | "sweeps" | "expressBatches">,
  settings: PipelineSettings,
): DispatchStoreDependencies {
  const { expressBatches: batchQueues, sweeps: sweepQueues, syncs: queues } = ports.queues;
  const { stores, sweep } = settings;
  const own = { stores, sweep, paces: pacesOf(settings), lostAfterSeconds: lostAfterSeconds(settings.sync) };
  const purposes = ["tracked", "on_demand"] as const;
  const { countries, db, now } = ports;
  return { countries, db, now, queues, batchQueues, sweepQueues, purposes, settings: own };
}

export function chartDispatchDependencies(
  { countries, db, now, queues }: DispatchPorts & QueuePorts<"charts">,
  { charts, stores }: Pick<PipelineSettings, "charts" | "stores">,
  platform: Platform,
): DispatchChartsDependencies {
  const { chartsPerMinute, resendSeconds } = charts;
  const settings = { stores, resendSeconds, chartsPerMinute: chartsPerMinute[platform] };
  return { countries, db, now, queues: queues.charts, platform, settings };
}

export function keywordDispatchDependencies(
  { countries, db, now, queues }: DispatchPorts & QueuePorts<"keywords">,
  { charts, keywords, stores }: Pick<PipelineSettings, "charts" | "stores"> & KeywordSettings,
  platform: Platform,
): DispatchKeywordsDependencies {
  const settings = { keywords, resendSeconds: charts.resendSeconds, stores };
  return { countries, db, now, platform, keywordQueues: queues.keywords, settings };
}

export function wireRunDispatch(ports: DispatchPorts & QueuePorts<"syncs">, settings: PipelineSettings): DispatchSyncs {
  const own = { stores: settings.stores, paces: pacesOf(settings), lostAfterSeconds: lostAfterSeconds(settings.sync) };
  const purposes = ["tracked", "on_demand"] as const;
  const deps = { ...ports, queues: ports.queues.syncs, batchQueues: null, purposes, settings: own };
  return async (input) => void (await dispatchSyncs(deps, input));
}
