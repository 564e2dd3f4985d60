import * as z from "zod";

/** Variables of both scraper functions. */
export const scraperEnvironment = z.object({
  LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
  /** The address of a store simulator that stands in for the real stores. */
  STORE_SIMULATOR_URL: z.url().optional(),
  /** Milliseconds after which a route returns 504. */
  ROUTE_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(25_000),
  /** Concurrent requests of one environment to a store. */
  STORE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(10),
});
export type ScraperEnvironment = z.infer<typeof scraperEnvironment>;
