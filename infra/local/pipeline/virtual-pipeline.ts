import { randomUUID } from "node:crypto";

import type { Db } from "../../../db/client.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../../db/seeds/store-categories.ts";
import type { Log } from "../../../lib/runtime/log.ts";
import { wirePipeline } from "../../../lib/wiring/pipeline.ts";
import type { ConnectStore, KeywordSettings, PipelineSettings } from "../../../lib/wiring/ports.ts";
import { createDelivery, isOfCharts, takeAnyDue } from "./delivery.ts";
import type { VirtualClock } from "./virtual-clock.ts";

const INVOCATION_MS = 90_000;
const MINUTE_MS = 60_000;
/** It is longer than any delay of a queue, and longer than the pause of a class after a 403. */
const IDLE_MINUTES = 45;
const MINUTES_MAX = 13 * 60;

const TICK_MINUTES = 5;
const DUE_SYNCS_MINUTES = 15;

type VirtualPipelineInput = {
  readonly db: Db;
  readonly clock: VirtualClock;
  readonly connect: ConnectStore;
  readonly log: Log;
  readonly settings: PipelineSettings & KeywordSettings;
  readonly random: () => number;
  readonly correlationId: string;
};

/** The work of a day. `watch` is called after each five minutes with work. */
type Work = { readonly minutesMin: number; readonly watch?: () => Promise<void> };

export function createVirtualPipeline({ settings, correlationId, clock, ...input }: VirtualPipelineInput) {
  const delivery = createDelivery(clock);
  const sleep = (ms: number) => clock.moveTo(clock.ms() + ms);
  const ports = {
    ...input,
    measure: () => undefined,
    now: clock.now,
    newId: randomUUID,
    sleep,
    countries,
    categories,
    queues: delivery.queues,
  };
  const pipeline = wirePipeline(ports, settings);
  const tick = { correlationId };
  const invocation = { remainingMs: () => INVOCATION_MS };

  async function runTicks(minute: number): Promise<void> {
    await pipeline.sweepStorefronts(tick);
    if (minute % DUE_SYNCS_MINUTES === 0) await pipeline.startDueSyncs(tick);
    await pipeline.resendSyncs(tick);
    await pipeline.resendCharts(tick);
  }

  async function deliverUntil(ms: number): Promise<number> {
    for (let delivered = 0; ; delivered += 1) {
      const next = takeAnyDue(delivery, ms);
      if (next === undefined) return delivered;
      const { at, message } = next;
      await clock.moveTo(Math.max(clock.ms(), at));
      if (isOfCharts(message)) await pipeline.consumeChart(message, invocation);
      else await pipeline.consumeSync(message, invocation);
    }
  }

  return {
    ports,
    startDailyCharts: pipeline.startDailyCharts,
    /** Works until it is idle for a while, at least for `minutesMin` by the clock. Returns the minutes by the clock. */
    async runUntilIdle({ minutesMin, watch }: Work): Promise<number> {
      const startMs = clock.ms();
      let idleMinutes = 0;
      let minute = 0;
      while (minute < MINUTES_MAX && (idleMinutes < IDLE_MINUTES || minute < minutesMin)) {
        await runTicks(minute);
        minute += TICK_MINUTES;
        const delivered = await deliverUntil(startMs + minute * MINUTE_MS);
        await clock.moveTo(startMs + minute * MINUTE_MS);
        idleMinutes = delivered === 0 ? idleMinutes + TICK_MINUTES : 0;
        if (delivered > 0) await watch?.();
      }
      return minute;
    },
  };
}
