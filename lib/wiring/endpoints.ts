import type { RefreshStaleAppDependencies } from "../apps/refresh-stale-app.ts";
import type { FollowLimit } from "../apps/track-app.ts";
import type { RegistrationSetting } from "../auth/register-user.ts";
import type { ShowChartDependencies } from "../charts/show-chart.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import type { EdgeDependencies } from "../http/admit-request.ts";
import type { Clock } from "../runtime/clock.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { LiveCallDependencies } from "../stores/live-call.ts";
import { noBudget } from "../stores/store-budget.ts";
import type { ExpectedEndDependencies } from "../sync/expected-end.ts";
import type { CountryPorts, PipelineSettings, Ports, QueuePorts, SleepPort, StorePorts } from "./ports.ts";
import { wireRequestDispatch } from "./request-dispatch.ts";
import type { apiSettings, SettingsOf } from "./settings.ts";

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

export type LiveRequestDependencies = Omit<LiveCallDependencies, "correlationId"> & {
  readonly connectors: Readonly<Record<Platform, StoreConnector>>;
};

export function wireLiveRequests(
  { db, newId, connect, sleep }: Pick<StorePorts, "db" | "newId" | "connect"> & SleepPort,
  settings: Pick<PipelineSettings, "stores">,
): LiveRequestDependencies {
  const [ios, android] = platforms;
  return {
    db,
    newId,
    sleep,
    connectors: { ios: connect(ios, noBudget), android: connect(android, noBudget) },
    storeSettings: settings.stores,
  };
}
