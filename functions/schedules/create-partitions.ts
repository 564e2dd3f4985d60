import { createMissingPartitions } from "../../lib/operations/create-missing-partitions.ts";
import { systemClock } from "../../lib/runtime/clock.ts";
import { connectDatabase } from "../../lib/runtime/database.ts";
import { maintenanceEnvironment, parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";

const dependencies = once(() => {
  const environment = parseEnvironment(maintenanceEnvironment);
  return { db: connectDatabase(environment).db, now: systemClock(environment.CLOCK_OFFSET_MS) };
});

/** Creates the partitions of the coming quarters and months. */
export async function handler(): Promise<void> {
  await createMissingPartitions(dependencies());
}
