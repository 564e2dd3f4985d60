import { randomUUID } from "node:crypto";

import { countries } from "../../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../../db/seeds/store-categories.ts";
import type { Stage } from "../../../infra/aws/stage.ts";
import { connectStores } from "../../../infra/local/pipeline/connect-stores.ts";
import { isOfCharts } from "../../../infra/local/pipeline/delivery.ts";
import type { VirtualClock } from "../../../infra/local/pipeline/virtual-clock.ts";
import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { ChartQueueMessage, SyncQueueMessage } from "../../../lib/queues/messages.ts";
import { delaysOf, type SendOptions } from "../../../lib/queues/work-queues.ts";
import { wirePipeline } from "../../../lib/wiring/pipeline.ts";
import type { Tick } from "../../../lib/wiring/schedules.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { TestDb } from "../../support/test-connection.ts";

export type ServiceInput = {
  readonly db: TestDb;
  readonly clock: VirtualClock;
  readonly simulator: StoreSimulator;
  readonly stage: Stage;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Platforms whose daily charts are fetched. */
  readonly charts: readonly Platform[];
  /** Sends a message to the queue that will deliver it. */
  readonly send: (message: SyncQueueMessage | ChartQueueMessage, delaySeconds: number) => void;
};

type Schedule = {
  readonly expression: string;
  readonly run: () => Promise<unknown>;
  /** Whether it plans the charts of a day. */
  readonly plansCharts: boolean;
};

export type Service = {
  /** What runs by the clock, with its expression. */
  readonly schedules: readonly Schedule[];
  /** Consumes a message of a queue. */
  deliver(message: SyncQueueMessage | ChartQueueMessage): Promise<unknown>;
};

const INVOCATION_MS = 90_000;

/** The schedules and consumers of a stage, in this process and by a virtual clock. */
export function createService(input: ServiceInput): Service {
  const { db, clock, random, stage, charts } = input;
  const { schedules } = stage;
  const queue = {
    async send<One extends SyncQueueMessage | ChartQueueMessage>(
      _queue: unknown,
      messages: readonly One[],
      options?: SendOptions<One>,
    ) {
      const delayOf = delaysOf(options);
      for (const message of messages) input.send(message, delayOf(message));
    },
  };
  const ports = {
    db,
    log: silentLog,
    measure: () => undefined,
    now: clock.now,
    random,
    newId: randomUUID,
    sleep: (ms: number) => clock.moveTo(clock.ms() + ms),
    countries,
    categories,
    connect: connectStores({ ...input, log: silentLog, stores: stage.stores }),
    queues: {
      syncs: queue,
      sweeps: queue,
      expressBatches: queue,
      express: queue,
      charts: queue,
      identify: queue,
      publishers: queue,
      keywords: queue,
    },
  };
  const pipeline = wirePipeline(ports, stage);
  const every = (expression: string, tick: Tick, plansCharts = false): Schedule => ({
    expression,
    run: () => tick({ correlationId: "economy" }),
    plansCharts,
  });
  return {
    schedules: [
      every(schedules.sweepStorefronts, pipeline.sweepStorefronts),
      every(schedules.startDueSyncs, pipeline.startDueSyncs),
      every(schedules.resendSyncs, pipeline.resendSyncs),
      ...charts.map((platform) =>
        every(schedules.startDailyCharts, (tick) => pipeline.startDailyCharts(platform, tick), true),
      ),
      ...(charts.length > 0 ? [every(schedules.resendCharts, pipeline.resendCharts)] : []),
    ],
    deliver: (message) => {
      const invocation = { remainingMs: () => INVOCATION_MS };
      return isOfCharts(message)
        ? pipeline.consumeChart(message, invocation)
        : pipeline.consumeSync(message, invocation);
    },
  };
}
