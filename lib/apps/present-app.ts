import type * as z from "zod";

import type { AppSummary } from "../../db/queries/app-columns.ts";
import { presentOptionalUnixTime, presentUnixTime } from "../http/response-schemas.ts";
import type { appResponse, searchResultResponse } from "./app-response.ts";

export function presentApp(app: AppSummary): z.input<typeof appResponse> {
  return { ...presentHead(app), publisher: presentPublisher(app.publisher) };
}

export function presentSearchResult(app: AppSummary): z.input<typeof searchResultResponse> {
  const { created_at: _created, last_synced_at: _synced, ...head } = presentHead(app);
  return { ...head, publisher: presentPublisher(app.publisher), publisher_name: app.publisher?.name ?? null };
}

function presentHead(app: Omit<AppSummary, "publisher">) {
  return {
    id: app.id,
    name: app.displayName ?? app.externalId,
    display_name: app.displayName,
    platform: app.platform,
    external_id: app.externalId,
    category: app.category,
    icon_url: app.iconUrl,
    rating: app.rating,
    rating_count: app.ratingCount,
    version: app.version,
    created_at: presentUnixTime(app.createdAt),
    last_synced_at: presentOptionalUnixTime(app.lastSyncedAt),
    is_available: app.isAvailable,
    is_tracked: app.isTracked,
  };
}

function presentPublisher(publisher: AppSummary["publisher"]) {
  if (publisher === null) return null;
  return {
    id: publisher.id,
    name: publisher.name,
    external_id: publisher.externalId,
    platform: publisher.platform,
  };
}
