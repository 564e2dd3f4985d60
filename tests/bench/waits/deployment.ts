import { randomBytes } from "node:crypto";

import { countries } from "../../../db/seeds/countries.ts";
import { storeCategories } from "../../../db/seeds/store-categories.ts";
import type { Stage } from "../../../infra/aws/stage.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { tickTimes } from "../../../infra/templates/tick-times.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import type { SyncPurpose } from "../../../lib/domain/sync-phase.ts";
import type { ChartQueueMessage, SyncQueueMessage } from "../../../lib/queues/messages.ts";
import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import { delaysOf, type SendOptions } from "../../../lib/queues/work-queues.ts";
import type { Measure } from "../../../lib/runtime/telemetry.ts";
import {
  wireChartRequests,
  wireEndpoint,
  wireKeywordTracking,
  wireLiveRequests,
  wireSyncRequests,
} from "../../../lib/wiring/endpoints.ts";
import { wirePipeline } from "../../../lib/wiring/pipeline.ts";
import { connectScrapers } from "../../../lib/wiring/scraper-connector.ts";
import { createApi } from "../../support/api.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { TestDb } from "../../support/test-connection.ts";
import type { ShownStore } from "./stores/scraper-response.ts";
import { connectVirtually } from "./stores/virtual-scraper.ts";
import { createVirtualQueue, type Delivery } from "./virtual/queue.ts";
import type { VirtualWorld } from "./virtual/world.ts";

type DeploymentInput = {
  readonly world: VirtualWorld;
  readonly db: TestDb;
  readonly stage: Stage;
  readonly stores: Readonly<Record<Platform, ShownStore>>;
  readonly seed: number;
  /** The midnight from which schedules count, in milliseconds since 1970. */
  readonly midnight: number;
  readonly days: number;
};

const SCRAPER_URL = "https://scraper.example/";

/** A whole stage by the virtual clock: schedules, the six queues with their consumers, and the API. */
export function deploy({ world, db, stage, stores, seed, midnight, days }: DeploymentInput) {
  const random = seededRandom(seed);
  const deliveries: Delivery[] = [];
  const lagSeconds = new Map<string, number>();
  const measure: Measure = (name, value, { platform }) => {
    if (!name.endsWith("LagSeconds")) return;
    const key = `${name} ${platform}`;
    lagSeconds.set(key, Math.max(lagSeconds.get(key) ?? 0, value));
  };
  const watched = world.watch(db);
  const shared = { db: watched, log: silentLog, measure, now: world.now, random, newId: () => uuidFrom(random) };
  const connect = connectScrapers(shared, {
    urls: { ios: SCRAPER_URL, android: SCRAPER_URL },
    transport: async (platform) =>
      connectVirtually(world, stores[platform], { seed, longestSeconds: stage.scrapers.routeDeadlineMs / 1_000 }),
    stores: stage.stores,
    requestClock: world.now,
  });

  const queueOf = {
    consumerTimeoutSeconds: stage.sync.workerTimeoutSeconds,
    delivered: (delivery: Delivery) => void deliveries.push(delivery),
  };
  const ofPlatforms = <Part>(make: (platform: Platform) => Part) => ({ ios: make("ios"), android: make("android") });
  const syncQueueOf = (purpose: SyncPurpose) =>
    ofPlatforms((platform) =>
      createVirtualQueue<SyncQueueMessage>(world, {
        ...queueOf,
        name: syncQueueNames[purpose][platform],
        maxConcurrency: stage.sync.maxConcurrency[purpose],
        consume: (message, invocation) => pipeline.consumeSync(message, invocation),
      }),
    );
  const syncQueues = { tracked: syncQueueOf("tracked"), on_demand: syncQueueOf("on_demand") };
  const chartQueues = ofPlatforms((platform) =>
    createVirtualQueue<ChartQueueMessage>(world, {
      ...queueOf,
      name: chartQueueNames[platform],
      maxConcurrency: stage.charts.maxConcurrency,
      consume: (message, invocation) => pipeline.consumeChart(message, invocation),
    }),
  );

  type Sender<Message> = { send(message: Message, delaySeconds: number): void };
  const sendTo = <Queue, Message>(find: (queue: Queue) => Sender<Message>) => ({
    async send<Sent extends Message>(queue: Queue, messages: readonly Sent[], options?: SendOptions<Sent>) {
      const delayOf = delaysOf(options);
      for (const message of messages) find(queue).send(message, delayOf(message));
    },
  });
  const toSyncs = sendTo(({ purpose, platform }: { readonly purpose: SyncPurpose; readonly platform: Platform }) => {
    return syncQueues[purpose][platform];
  });
  const toTracked = sendTo((platform: Platform) => syncQueues.tracked[platform]);
  const toOnDemand = sendTo((platform: Platform) => syncQueues.on_demand[platform]);
  const toCharts = sendTo((platform: Platform) => chartQueues[platform]);
  const ports = {
    ...shared,
    sleep: world.sleep,
    countries,
    categories: storeCategories,
    connect,
    queues: {
      syncs: toSyncs,
      sweeps: toTracked,
      expressBatches: toOnDemand,
      express: toOnDemand,
      charts: toCharts,
      identify: toCharts,
      publishers: toCharts,
      keywords: toCharts,
    },
  };
  const pipeline = wirePipeline(ports, stage);
  const api = createApi(watched, {
    ...wireEndpoint(ports, stage),
    ...wireSyncRequests(ports, stage),
    ...wireChartRequests(ports, stage),
    ...wireLiveRequests(ports, stage),
    ...wireKeywordTracking(ports, stage),
    randomBytes,
    session: stage.session,
  });

  const tick = (expression: string, run: () => Promise<unknown>) => {
    for (const seconds of tickTimes(expression, days)) {
      const at = midnight + seconds * 1_000;
      if (at >= world.ms()) world.plan(at, () => world.start(run));
    }
  };
  const { schedules } = stage;
  const by = { correlationId: "bench" };
  for (const platform of platforms) tick(schedules.startDailyCharts, () => pipeline.startDailyCharts(platform, by));
  tick(schedules.sweepStorefronts, () => pipeline.sweepStorefronts(by));
  tick(schedules.startDueSyncs, () => pipeline.startDueSyncs(by));
  tick(schedules.resendSyncs, () => pipeline.resendSyncs(by));
  tick(schedules.resendCharts, () => pipeline.resendCharts(by));

  const queues = [syncQueues.tracked, syncQueues.on_demand, chartQueues].flatMap(({ ios, android }) => [ios, android]);
  return { api, deliveries, lagSeconds, queues };
}

export type Deployment = ReturnType<typeof deploy>;

/** A UUID of version 4 of these random numbers. */
function uuidFrom(random: () => number): string {
  const bytes = Buffer.from(Array.from({ length: 16 }, () => Math.floor(256 * random())));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
