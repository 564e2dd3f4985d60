import type * as z from "zod";

import type { AppDetails, CompetitorLinkRow, VersionRow } from "../../db/queries/app-details.ts";
import type { AppSummary } from "../../db/queries/app-summaries.ts";
import type { ListingRow } from "../../db/queries/listings.ts";
import { presentOptionalTimestamp, presentTimestamp } from "../http/answers.ts";
import type { appAnswer, appDetailAnswer, searchResultAnswer } from "./app-answer.ts";
import { presentListing } from "./present-listing.ts";

export function presentApp(app: AppSummary): z.input<typeof appAnswer> {
  return { ...presentHead(app), publisher: presentPublisher(app.publisher) };
}

export function presentSearchResult(app: AppSummary): z.input<typeof searchResultAnswer> {
  const { created_at: _created, last_synced_at: _synced, ...head } = presentHead(app);
  return { ...head, publisher: presentPublisher(app.publisher), publisher_name: app.publisher?.name ?? null };
}

type DetailParts = {
  readonly app: AppDetails;
  readonly versions: readonly VersionRow[];
  readonly listings: readonly ListingRow[];
  readonly competitors: readonly { readonly link: CompetitorLinkRow; readonly app: AppSummary }[];
};

export function presentAppDetail(parts: DetailParts): z.input<typeof appDetailAnswer> {
  const { app } = parts;
  const publisher = presentPublisher(app.publisher);
  return {
    ...presentHead(app),
    publisher: publisher && { ...publisher, url: app.publisher?.url ?? null },
    origin_country_code: app.originCountryCode,
    supported_locales: app.supportedLocales,
    original_release_date: app.originalReleaseDate,
    is_free: app.isFree ?? false,
    file_size_bytes: app.fileSizeBytes,
    unavailable_countries: app.unavailableCountries,
    versions: parts.versions.map(presentVersion),
    listings: parts.listings.map(presentListing),
    competitors: parts.competitors.map(({ link, app: competitor }) => ({
      id: link.id,
      app_id: link.appId,
      competitor_app_id: link.competitorAppId,
      relationship: link.relationship,
      app: presentApp(competitor),
      created_at: presentTimestamp(link.createdAt),
    })),
  };
}

function presentHead(app: Omit<AppSummary, "publisher">) {
  return {
    id: app.id,
    name: app.name,
    platform: app.platform,
    external_id: app.externalId,
    category: app.category,
    icon_url: app.iconUrl,
    rating: app.rating,
    rating_count: app.ratingCount,
    version: app.version,
    created_at: presentTimestamp(app.createdAt),
    last_synced_at: presentOptionalTimestamp(app.lastSyncedAt),
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

function presentVersion(version: VersionRow) {
  return {
    id: version.id,
    version: version.version,
    release_date: version.releasedAt === null ? null : version.releasedAt.toISOString().slice(0, 10),
    whats_new: version.whatsNew,
    file_size_bytes: version.fileSizeBytes,
    created_at: presentTimestamp(version.createdAt),
  };
}
