import type { Pipeline } from "./pipeline.ts";

const DAY_SECONDS = 86_400;
const MORNING_SECONDS = 8 * 3_600;

/**
 * Moves to the next day, reads the storefronts of followed apps as the schedules do, and syncs the apps that are due.
 * Returns how many syncs were started.
 */
export async function passDay(pipeline: Pipeline) {
  const { clock } = pipeline;
  const midnight = Math.ceil((clock.ms() + 1) / (DAY_SECONDS * 1_000)) * DAY_SECONDS * 1_000;
  await clock.moveTo(midnight + MORNING_SECONDS * 1_000);
  await sweepDay(pipeline);
  const started = await pipeline.tick();
  await pipeline.drain();
  return started;
}

/** Plans, reads and folds the day's sweep. */
export async function sweepDay(pipeline: Pipeline): Promise<void> {
  const { tickSeconds } = pipeline.settings.sweep;
  for (let tick = 0; tick < TICKS_MAX; tick += 1) {
    const { ios } = await pipeline.sweepStorefronts();
    await pipeline.advance(tickSeconds);
    if (ios === undefined || (tick > 0 && ios.sent === 0)) return;
  }
  throw new Error(`The sweep of the day had not ended after ${TICKS_MAX} ticks.`);
}

/** More ticks than the sweep of a shard takes. */
const TICKS_MAX = 12;
