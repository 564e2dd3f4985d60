import * as z from "zod";

import { databaseEnvironment, wholeNumber } from "./environment.ts";
import { onDemandQueues } from "./shared-variables.ts";

/** Scheduled upkeep of the database. */
export const maintenanceEnvironment = databaseEnvironment.extend({
  /** Days that ranks are kept; they go by whole months. */
  RETENTION_CHART_ENTRIES_DAYS: wholeNumber(31, 10_000),
  /** Days for which it is remembered what became of a chart's fetch. */
  RETENTION_CHART_FETCHES_DAYS: wholeNumber(2, 10_000),
  /** Days after its last attempt that a failed item is kept. */
  RETENTION_FAILED_ITEMS_DAYS: wholeNumber(1, 10_000),
});

/** The operation that starts a sync. */
export const resyncEnvironment = databaseEnvironment.extend(onDemandQueues);

/** The operation that redrives dead letters. It uses no database. */
export const redriveEnvironment = z.object({
  /** Of the dead-letter queues, with commas between them. */
  DEAD_LETTER_ARNS: z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.string().startsWith("arn:")).min(1)),
});
