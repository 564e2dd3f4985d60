import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";
import { parseJson } from "./wire.ts";

const VISIBLE_ASCII = /^[\x20-\x7e]{1,200}$/;

/** Hosts that are not named here get a browser's user agent. */
const userAgent = lazy(() =>
  z.object({
    text: z.string().regex(VISIBLE_ASCII),
    hosts: z
      .array(z.enum(["itunes.apple.com", "search.itunes.apple.com", "apps.apple.com", "play.google.com"]))
      .min(1)
      .readonly(),
  }),
);
export type UserAgent = Readonly<z.infer<ReturnType<typeof userAgent>>>;

export const scraperEnvironment = lazy(() =>
  z.object({
    LOG_LEVEL: z.enum(["DEBUG", "INFO", "WARN", "ERROR", "SILENT"]).default("INFO"),
    /** The address of a store simulator that replaces the real stores. */
    STORE_SIMULATOR_URL: z.url().optional(),
    /** Milliseconds after which a route returns 504. */
    ROUTE_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(25_000),
    STORE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(10),
    /** User agents of some of a store's hosts, as JSON. */
    USER_AGENT: z
      .preprocess((value: UserAgent | string) => (typeof value === "string" ? parseJson(value) : value), userAgent())
      .optional(),
  }),
);
export type ScraperEnvironment = z.infer<ReturnType<typeof scraperEnvironment>>;
