import * as z from "zod";

import type { FeedRow } from "../../db/queries/apps/feeds.ts";
import { feedKinds } from "../domain/feed.ts";
import { platformSchema } from "../domain/platform.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const feedResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      scope: z.object({
        kind: z.enum(feedKinds),
        app: z
          .object({ platform: platformSchema(), external_id: z.string(), name: z.string().nullable() })
          .nullable()
          .meta({ description: "The app of a feed of one app. Null for all other kinds." }),
        view: z
          .object({ id: z.int(), name: z.string() })
          .nullable()
          .meta({ description: "The saved view of a feed of a view. Null for all other kinds." }),
      }),
      created_at: timestamp(),
    })
    .meta({ id: "Feed" }),
);

export const createdFeedResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      url: z.string().meta({ description: "Address of the feed as Atom. It is shown only once." }),
      json_url: z.string().meta({ description: "Address of the feed as JSON Feed. It is shown only once." }),
    })
    .meta({ id: "CreatedFeed" }),
);

export function presentFeed({ kind, app, view, ...feed }: FeedRow) {
  return { ...feed, scope: { kind, app, view } };
}
