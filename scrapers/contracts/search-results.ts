import * as z from "zod";

import { lazy } from "../../lib/runtime/lazy.ts";

export const searchResultSchema = lazy(() =>
  z.object({
    app_id: z.string(),
    name: z.string(),
    developer: z.string().nullable(),
    /** In the same form as an identity's publisher_external_id. */
    developer_id: z.string().nullable(),
    icon_url: z.string().nullable(),
    rating: z.number().nullable(),
    rating_count: z.int().nonnegative().nullable(),
    version: z.string().nullable(),
    price: z.number().nullable(),
    free: z.boolean(),
    currency: z.string().nullable(),
    genre: z.string().nullable(),
    genre_id: z.string().nullable(),
  }),
);
export type ScraperSearchResult = z.infer<ReturnType<typeof searchResultSchema>>;

export const searchResponseSchema = lazy(() => z.object({ results: z.array(searchResultSchema()).max(250) }));

/** The response of the iOS scraper's `/apps/search/ids`. `/apps/search` makes a second request for their details. */
export const searchIdsSchema = lazy(() => z.object({ ids: z.array(z.string()).max(250) }));
export type ScraperSearchIds = z.infer<ReturnType<typeof searchIdsSchema>>;
