import * as z from "zod";

/** Variables of both scraper functions. */
export const scraperEnvironment = z.object({
  LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
  /** Address of a store simulator that returns instead of the real stores. */
  STORE_SIMULATOR_URL: z.url().optional(),
  /** Milliseconds that one route may take before it returns 504. */
  ROUTE_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(25_000),
  /** Requests that one environment has under way at a store at once. */
  STORE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(10),
});
export type ScraperEnvironment = z.infer<typeof scraperEnvironment>;
