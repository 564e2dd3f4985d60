import type * as z from "zod";

import type { AppDetails, VersionRow } from "../../db/queries/app-details.ts";
import type { ListingRow } from "../../db/queries/listings.ts";
import type { Competitor } from "../competitors/find-competitors.ts";
import { presentCompetitor } from "../competitors/present-competitor.ts";
import { presentOptionalUnixTime, presentUnixTime } from "../http/response-schemas.ts";
import type { appDetailResponse } from "./app-detail-response.ts";
import { presentApp } from "./present-app.ts";
import { presentListing } from "./present-listing.ts";

type DetailParts = {
  readonly app: AppDetails;
  readonly versions: readonly VersionRow[];
  readonly listings: readonly ListingRow[];
  readonly competitors: readonly Competitor[];
};

export function presentAppDetail(parts: DetailParts): z.input<typeof appDetailResponse> {
  const { app } = parts;
  const { publisher, ...head } = presentApp(app);
  return {
    ...head,
    publisher: publisher && { ...publisher, url: app.publisher?.url ?? null },
    origin_country_code: app.originCountryCode,
    supported_locales: app.supportedLocales,
    original_release_date: app.originalReleaseDate,
    is_free: app.isFree ?? false,
    file_size_bytes: app.fileSizeBytes,
    unavailable_countries: app.unavailableCountries,
    versions: parts.versions.map(presentVersion),
    listings: parts.listings.map(presentListing),
    competitors: parts.competitors.map(presentCompetitor),
  };
}

function presentVersion(version: VersionRow) {
  return {
    id: version.id,
    version: version.version,
    release_date: presentOptionalUnixTime(version.releasedAt)?.slice(0, 10) ?? null,
    whats_new: version.whatsNew,
    file_size_bytes: version.fileSizeBytes,
    created_at: presentUnixTime(version.createdAt),
  };
}
