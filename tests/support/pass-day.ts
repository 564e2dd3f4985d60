import type { Pipeline } from "./pipeline.ts";
import { DAY_MS, sweepDay } from "./sweep-world.ts";

/** When the syncs of a day are due that have begun the day before at this hour. */
const HOUR = 12;

/**
 * Moves to noon of the next day, reads the storefronts of followed apps as the schedules do, and syncs the apps that are
 * due. Returns how many syncs were started.
 */
export async function passDay(pipeline: Pipeline) {
  const { clock, platform } = pipeline;
  await clock.moveTo(new Date(clock.ms() + DAY_MS).setUTCHours(HOUR, 0, 0, 0));
  if (platform === "ios") await sweepDay(pipeline);
  const started = await pipeline.tick();
  await pipeline.drain();
  return started;
}
