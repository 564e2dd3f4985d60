import type { RefreshStaleAppDependencies } from "../apps/refresh-stale-app.ts";
import type { FollowLimit } from "../apps/track-app.ts";
import type { RegistrationSetting } from "../auth/register-user.ts";
import type { ShowChartDependencies } from "../charts/show-chart.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import type { EdgeDependencies } from "../http/admit-request.ts";
import type { TrackKeywordsDependencies } from "../keywords/track-keywords.ts";
import { leaveToResend } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { LiveCallDependencies } from "../stores/live-call.ts";
import { noBudget } from "../stores/store-budget.ts";
import type { DispatchSyncs } from "../sync/dispatch-syncs.ts";
import type { ExpectedEndDependencies } from "../sync/expected-end.ts";
import type {
  CountryPorts,
  DispatchPorts,
  KeywordSettings,
  PipelineSettings,
  Ports,
  QueuePorts,
  SleepPort,
  StorePorts,
} from "./ports.ts";
import { type apiSettings, type keywordSettings, lostAfterSeconds, type SettingsOf } from "./settings.ts";

export type EndpointDependencies = EdgeDependencies & RegistrationSetting & { readonly now: Clock };

export function wireEndpoint(
  { db, log, now }: Pick<Ports, "db" | "log" | "now">,
  { api }: { readonly api: SettingsOf<typeof apiSettings> },
): EndpointDependencies {
  const { dayAllowances, rateLimitPerMinute, registration } = api;
  return { db, log, now, requestsPerMinute: rateLimitPerMinute, dayAllowances, registration };
}

export function wireSyncRequests(
  ports: Omit<Ports, "random"> & CountryPorts & QueuePorts<"syncs">,
  settings: Pick<PipelineSettings, "stores" | "sync"> & { readonly api: SettingsOf<typeof apiSettings> },
): Omit<RefreshStaleAppDependencies, "correlationId"> & ExpectedEndDependencies & FollowLimit {
  const { countries, db, newId, now } = ports;
  const { api, stores: storeSettings, sync } = settings;
  const dispatch = wireRequestDispatch(ports, settings);
  const limits = { refreshHours: sync.refreshHours, followedAppsPerUser: api.followedAppsPerUser };
  return { db, newId, now, countries, dispatch, storeSettings, ...limits };
}

/** Wires the dispatch of requested runs from a request. Work that cannot be sent is left to the next tick. */
export function wireRequestDispatch(
  ports: DispatchPorts & Pick<Ports, "log" | "measure"> & QueuePorts<"syncs">,
  settings: Pick<PipelineSettings, "stores" | "sync">,
): DispatchSyncs {
  const own = { stores: settings.stores, paces: null, lostAfterSeconds: lostAfterSeconds(settings.sync) };
  const deps = {
    ...ports,
    queues: ports.queues.syncs,
    batchQueues: null,
    purposes: ["on_demand"] as const,
    settings: own,
  };
  return async (input) => {
    const { platform } = input;
    // Loaded late, because few requests have runs to send.
    const { dispatchSyncs } = await import("../sync/dispatch-syncs.ts");
    await dispatchSyncs(deps, input).catch(leaveToResend(ports, "sync.message.unsent", { platform }));
  };
}

export function wireExpectedEnds(
  { db, now, countries }: Pick<Ports, "db" | "now"> & CountryPorts,
  { stores }: Pick<PipelineSettings, "stores">,
): ExpectedEndDependencies {
  return { db, now, countries, storeSettings: stores };
}

export function wireChartRequests(
  { db, log, measure, now, queues }: Pick<Ports, "db" | "log" | "measure" | "now"> & QueuePorts<"charts">,
  { charts }: Pick<PipelineSettings, "charts">,
): Omit<ShowChartDependencies, "correlationId"> {
  return { db, log, measure, now, chartQueues: queues.charts, chartSettings: charts };
}

export function wireKeywordRequests(
  { countries, db }: Pick<Ports, "db"> & CountryPorts,
  { keywords }: KeywordSettings,
): Pick<TrackKeywordsDependencies, "countries" | "db" | "keywordSettings"> {
  return { countries, db, keywordSettings: keywords };
}

export function wireKeywordTracking(
  { countries, db, log, measure, now, queues }: Omit<Ports, "newId" | "random"> & CountryPorts & QueuePorts<"keywords">,
  { charts, keywords }: Pick<PipelineSettings, "charts"> & KeywordSettings,
): Omit<TrackKeywordsDependencies, "correlationId"> & Pick<LiveRequestDependencies, "keywordSettings"> {
  const { resendSeconds } = charts;
  return { countries, db, log, measure, now, keywordQueues: queues.keywords, keywordSettings: keywords, resendSeconds };
}

export type LiveRequestDependencies = Omit<LiveCallDependencies, "correlationId"> & {
  readonly keywordSettings: SettingsOf<typeof keywordSettings>;
  readonly connectors: Readonly<Record<Platform, StoreConnector>>;
};

export function wireLiveRequests(
  { db, newId, connect, sleep }: Pick<StorePorts, "db" | "newId" | "connect"> & SleepPort,
  settings: Pick<PipelineSettings, "stores"> & KeywordSettings,
): LiveRequestDependencies {
  const [ios, android] = platforms;
  return {
    db,
    newId,
    sleep,
    connectors: { ios: connect(ios, noBudget), android: connect(android, noBudget) },
    storeSettings: settings.stores,
    keywordSettings: settings.keywords,
  };
}
