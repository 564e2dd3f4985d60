import { randomUUID } from "node:crypto";

import { countries } from "../../../db/seeds/countries.ts";
import type { Stage } from "../../../infra/aws/stage.ts";
import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { LIMITED_BATCH_ITEMS } from "../../../lib/domain/call-limits.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { starsRules } from "../../../lib/domain/stars.ts";
import { platformBucket } from "../../../lib/domain/store-hosts.ts";
import { isSwept } from "../../../lib/domain/storefront-sweep.ts";
import { activeRunsMax, LATER_RUN_REQUESTS } from "../../../lib/domain/sync-pace.ts";
import type { ExpressMessage, SweepMessage, SyncMessage } from "../../../lib/queues/messages.ts";
import { delaysOf, type SendOptions } from "../../../lib/queues/work-queues.ts";
import type { StoreConnector } from "../../../lib/stores/connector.ts";
import { createConnector } from "../../../lib/stores/create-connector.ts";
import { sharedBudget } from "../../../lib/stores/store-budget.ts";
import { fetchSweepBatch } from "../../../lib/sweeps/fetch-sweep-batch.ts";
import { continueExpress } from "../../../lib/sweeps/plan-express.ts";
import { sweepStorefronts } from "../../../lib/sweeps/sweep-storefronts.ts";
import { runPhase } from "../../../lib/sync/run-phase.ts";
import { startDueSyncs } from "../../../lib/sync/start-due-syncs.ts";
import { sweepSyncs } from "../../../lib/sync/sweep-syncs.ts";
import { createAndroidScraper } from "../../../scrapers/android/scraper.ts";
import { scraperEnvironment } from "../../../scrapers/contracts/environment.ts";
import { createIosScraper } from "../../../scrapers/ios/scraper.ts";
import { inProcessTransport } from "../../stores/in-process-scraper.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { TestDb } from "../../support/test-connection.ts";
import type { VirtualClock } from "../../support/virtual-clock.ts";

type Message = SyncMessage | SweepMessage | ExpressMessage;

export type ServiceInput = {
  readonly db: TestDb;
  readonly clock: VirtualClock;
  readonly simulator: StoreSimulator;
  readonly stage: Stage;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Sends a message to the queue that will deliver it. */
  readonly send: (message: Message, delaySeconds: number) => void;
};

export type Service = {
  /** What runs by the clock, with its expression. */
  readonly schedules: readonly { readonly expression: string; readonly run: () => Promise<unknown> }[];
  /** Consumes a message of a sync queue. */
  deliver(message: Message): Promise<unknown>;
};

const INVOCATION_MS = 90_000;
const REQUEST_TIMEOUT_MS = 20_000;

/** The schedules and consumers of a stage in this process, wired as `lib/runtime/sync.ts` does, without charts. */
export function createService(input: ServiceInput): Service {
  const { db, clock, random, stage } = input;
  const { schedules, stores, sweep, sync } = stage;
  const shared = { db, now: clock.now, random, log: silentLog, measure: () => undefined };
  const queues = {
    async send<One extends Message>(_queue: unknown, messages: readonly One[], options?: SendOptions<One>) {
      const delayOf = delaysOf(options);
      for (const message of messages) input.send(message, delayOf(message));
    },
  };
  const consumers = { ios: createConsumer("ios"), android: createConsumer("android") };

  function createConsumer(platform: Platform) {
    const budget = sharedBudget(shared, { platform, stores });
    const connector = connectTo(platform, input, (costs) => budget(costs, "page"));
    const phases = {
      ...shared,
      connector,
      countries,
      queues,
      expressQueues: queues,
      budget,
      newToken: randomUUID,
      settings: {
        ...sync,
        batchItemsMax: LIMITED_BATCH_ITEMS,
        starsPerRunMax: starsRules.otherPerRun,
        expressSeconds: sweep.expressSeconds,
        onDemandRunsMax: Number.POSITIVE_INFINITY,
      },
    };
    const batches = {
      ...shared,
      connector,
      queues,
      budget,
      newToken: randomUUID,
      settings: sweep,
      relookDays: sync.availabilityRelookDays,
    };
    const express = { ...shared, platform, countries, queues, expressQueues: queues, settings: sweep };
    return { phases, batches, express };
  }

  const runsMax = (platform: Platform) =>
    activeRunsMax({ ...sync, rate: platformBucket(stores, platform).rate, requestsPerRun: LATER_RUN_REQUESTS });
  const due = {
    ...sync,
    activeRunsMax: { ios: runsMax("ios"), android: runsMax("android") },
    awaitsSweep: { ios: isSwept("ios", sweep), android: isSwept("android", sweep) },
  };
  const correlation = { correlationId: "economy" };
  const remainingMs = () => INVOCATION_MS;

  return {
    schedules: [
      ...platforms
        .filter((platform) => isSwept(platform, sweep))
        .map((platform) => ({
          expression: schedules.sweepStorefronts,
          run: () => sweepStorefronts({ ...shared, platform, countries, queues, settings: sweep }, correlation),
        })),
      {
        expression: schedules.startDueSyncs,
        run: () => startDueSyncs({ ...shared, countries, queues, settings: due }, correlation),
      },
      {
        expression: schedules.sweepSyncs,
        run: () =>
          sweepSyncs({ ...shared, queues, settings: { ...sync, quietSeconds: sync.leaseSeconds } }, correlation),
      },
    ],
    deliver: (message) => {
      const { batches, express, phases } = consumers[message.platform];
      if (!("kind" in message)) return runPhase(phases, { message, remainingMs });
      if (message.kind === "express") return continueExpress(express, message);
      return fetchSweepBatch(batches, { message, remainingMs });
    },
  };
}

const scraperFactories = { ios: createIosScraper, android: createAndroidScraper };

/** Returns a connector over the real scraper in this process, which calls the simulated stores over HTTP. */
export function connectTo(
  platform: Platform,
  { clock, random, simulator }: Pick<ServiceInput, "clock" | "random" | "simulator">,
  budget?: Parameters<typeof createConnector>[0]["budget"],
): StoreConnector {
  const scraper = scraperFactories[platform]({
    settings: scraperEnvironment.parse({ STORE_SIMULATOR_URL: simulator.url }),
    fetch,
    now: clock.now,
    random,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
  });
  const transport = inProcessTransport(scraper);
  const paid = budget === undefined ? {} : { budget };
  return createConnector({ platform, baseUrl: "https://scraper.example/", transport, random, now: clock.now, ...paid });
}
