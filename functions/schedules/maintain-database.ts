import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { systemClock } from "../../lib/runtime/clock.ts";
import { connectDatabase } from "../../lib/runtime/database.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { createLogger } from "../../lib/runtime/log.ts";
import { once } from "../../lib/runtime/once.ts";
import { maintenanceEnvironment } from "../../lib/runtime/operations-environment.ts";

const dependencies = once(() => {
  const environment = parseEnvironment(maintenanceEnvironment);
  return {
    db: connectDatabase(environment).db,
    now: systemClock(environment.CLOCK_OFFSET_MS),
    log: createLogger(environment),
    retention: {
      chartEntriesDays: environment.RETENTION_CHART_ENTRIES_DAYS,
      chartFetchesDays: environment.RETENTION_CHART_FETCHES_DAYS,
      failedItemsDays: environment.RETENTION_FAILED_ITEMS_DAYS,
    },
  };
});

/** Creates the partitions of the coming quarters and months, and deletes expired rows. */
export async function handler(): Promise<void> {
  await maintainDatabase(dependencies());
}
