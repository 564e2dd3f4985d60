import * as z from "zod";

export const hostClassSchema = z.enum([
  "itunes_lookup",
  "itunes_rss",
  "itunes_search",
  "itunes_reviews",
  "apps_page",
  "play_page",
  "play_search",
  "play_batch",
]);
export type ScraperHostClass = z.infer<typeof hostClassSchema>;
