import type * as z from "zod";

import type { appAnswer, listingAnswer } from "../../../lib/apps/app-answer.ts";
import type { competitorAnswer } from "../../../lib/competitors/competitor-answer.ts";
import { invalidInput } from "../../../lib/errors.ts";

/** Rows that the examples share, so that an id means the same app everywhere. */

export const weatherParams = { platform: "ios", external_id: "1044867788" } as const;

export const publisher = { id: 7, name: "Northwind Apps", external_id: "951937596", platform: "ios" } as const;

export const linkedPublisher = { ...publisher, url: "https://northwind.example/apps" };

export const weatherApp: z.input<typeof appAnswer> = {
  id: 12,
  name: "Cloudline Weather",
  display_name: "Cloudline Weather",
  ...weatherParams,
  publisher,
  category: { id: 23, name: "Weather", slug: "weather" },
  icon_url: "https://images.example/cloudline-512.png",
  rating: 4.62,
  rating_count: 18_204,
  version: "5.3.1",
  created_at: "2026-03-01T08:15:00Z",
  last_synced_at: "2026-03-09T02:40:11Z",
  is_available: true,
  is_tracked: true,
};

export const rainApp: z.input<typeof appAnswer> = {
  ...weatherApp,
  id: 31,
  name: "Rainfall Radar",
  display_name: "Rainfall Radar",
  external_id: "1263554219",
  publisher: { id: 9, name: "Fjord Labs", external_id: "1203637303", platform: "ios" },
  icon_url: "https://images.example/rainfall-512.png",
  rating: 4.31,
  rating_count: 6_870,
  version: "2.0.0",
  is_tracked: false,
};

export const listing: z.input<typeof listingAnswer> = {
  id: 481,
  version_id: 77,
  locale: "en-US",
  read_in_country_code: "us",
  title: "Cloudline Weather",
  subtitle: "Rain, wind and sun by the hour",
  description: "Know what the sky is up to, wherever you are.",
  promotional_text: "Now with snow depth.",
  whats_new: "Snow depth for ski resorts.",
  icon_url: "https://images.example/cloudline-512.png",
  screenshots: [{ url: "https://images.example/cloudline-1.png", device_type: "phone", order: 0 }],
  video_url: null,
  price: 0,
  currency: "USD",
  description_length: 45,
  fetched_at: "2026-03-09T02:40:05Z",
};

export const competitor: z.input<typeof competitorAnswer> = {
  id: 5,
  app_id: weatherApp.id,
  competitor_app_id: rainApp.id,
  relationship: "direct",
  app: rainApp,
  created_at: "2026-03-02T10:00:00Z",
};

/** The first and only page of what `path` lists. */
export function onePage<Item>(path: string, data: Item[], perPage: number) {
  return {
    data,
    meta: { current_page: 1, last_page: 1, per_page: perPage, total: data.length, from: 1, to: data.length },
    links: { first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null },
  };
}

export const unknownPlatform = invalidInput({ platform: ["The selected platform is invalid."] });
export const unknownCountry = invalidInput({ country_code: ["The selected country code is invalid."] });
export const undiscovered = "App not found. Search the store first to discover it.";
