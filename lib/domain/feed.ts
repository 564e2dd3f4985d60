import * as z from "zod";

import { externalAppIdSchema, platformSchema } from "./platform.ts";

/** A feed is about tracked apps, competitors, one app, or the events that a saved view of changes shows. */
export const feedKinds = ["mine", "rivals", "app", "view"] as const;
export type FeedKind = (typeof feedKinds)[number];

export const FEEDS_MAX = 20;
export const FEED_NAME_MAX = 80;

/** Entries of one document. Earlier events leave it. */
export const FEED_ENTRIES_MAX = 50;

/** A deleted feed responds with 410 for so long, and then with 404. */
export const DELETED_FEED_DAYS = 30;

export const FEED_REQUESTS_PER_HOUR = 60;
export const FEED_REQUESTS_PER_ADDRESS = 60;

/** Readers without a token request feeds here, outside the API. */
export const FEED_PATH = "/feeds";

export const feedFormats = ["atom", "json"] as const;
export type FeedFormat = (typeof feedFormats)[number];

const feedFile = /^([A-Za-z0-9_-]{43})\.(?:atom|json)$/;

export const feedFileSchema = () => z.string().regex(feedFile);

export function feedFileName(secret: string, format: FeedFormat): string {
  return `${secret}.${format}`;
}

/** Returns the secret of a feed's file, or undefined if no feed has such a file. */
export function secretOfFile(file: string): string | undefined {
  return feedFile.exec(file)?.[1];
}

/** Returns the format of a file that `feedFileSchema` accepts. */
export function formatOfFile(file: string): FeedFormat {
  return file.endsWith(".json") ? "json" : "atom";
}

export const feedScopeSchema = () =>
  z.object({
    kind: z.enum(feedKinds).meta({
      description:
        "`mine`: the apps that the caller tracks, and new apps of their publishers. `rivals`: their competitors. " +
        "`app`: one app that the caller tracks or has as a competitor. " +
        "`view`: what a saved view of a screen of changes shows, on any day.",
    }),
    app: z
      .object({ platform: platformSchema(), external_id: externalAppIdSchema() })
      .optional()
      .meta({ description: "The app. Only the kind `app` has one." }),
    view_id: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({ description: "The saved view. Only the kind `view` has one." }),
  });
