import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";

export const hostClassSchema = lazy(() =>
  z.enum([
    "itunes_lookup",
    "itunes_rss",
    "itunes_search",
    "itunes_reviews",
    "apps_page",
    "play_page",
    "play_search",
    "play_batch",
  ]),
);
export type ScraperHostClass = z.infer<ReturnType<typeof hostClassSchema>>;
