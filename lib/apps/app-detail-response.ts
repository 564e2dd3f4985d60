import * as z from "zod";

import type { AppDetails, VersionRow } from "../../db/queries/apps/app-details.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { DETAIL_CHANGES_MAX, VERSIONS_MAX } from "../domain/change-limits.ts";
import { discoverySources } from "../domain/discovery-source.ts";
import { cutText } from "../domain/response-size.ts";
import { calendarDate, presentOptionalUnixTime, presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { appFields, presentApp } from "../responses/app-response.ts";
import { changeInDetailResponse, presentChangeInDetail } from "../responses/change-response.ts";
import { competitorResponse, presentCompetitor } from "../responses/competitor-response.ts";
import { type ListingLimits, listingResponse, presentListing } from "../responses/listing-response.ts";
import { linkedPublisherResponse } from "../responses/publisher-response.ts";
import { lazy } from "../runtime/lazy.ts";

const refreshResponse = lazy(() =>
  z
    .object({
      own_storefront_days: z.int(),
      largest_days: z.int().nullable().meta({ description: "The 20 largest storefronts." }),
      all_days: z.int().nullable(),
    })
    .meta({
      id: "Refresh",
      description:
        "In how many days the schedule reads the app's own storefront, the largest ones and all of them anew, with the " +
        "apps that are followed now. Null for an app that the caller does not track.",
    }),
);

const versionResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      version: z.string(),
      release_date: calendarDate().nullable(),
      whats_new: z.string().nullable(),
      is_cut: z.boolean().meta({ description: "Whether `whats_new` was cut, as texts of listings are." }),
      file_size_bytes: z.int().nullable(),
      created_at: timestamp(),
    })
    .meta({ id: "Version" }),
);

export const appDetailResponse = lazy(() =>
  z
    .object({
      ...appFields(),
      publisher: linkedPublisherResponse().nullable(),
      origin_country_code: z.string(),
      supported_locales: z.array(z.string()).nullable(),
      original_release_date: calendarDate().nullable(),
      is_free: z.boolean(),
      file_size_bytes: z.int().nullable(),
      unavailable_countries: z.array(z.string()),
      refresh: refreshResponse().nullable(),
      discovered_from: z
        .enum(discoverySources)
        .nullable()
        .meta({ description: "What made the app known; null when that was not recorded." }),
      versions: z.array(versionResponse()).meta({ description: `Newest first, at most ${VERSIONS_MAX}.` }),
      listings: z.array(listingResponse()).meta({ description: "The current listing of each locale." }),
      changes: z.array(changeInDetailResponse()).meta({ description: `Newest first, at most ${DETAIL_CHANGES_MAX}.` }),
      competitors: z.array(competitorResponse()).meta({ description: "The competitors that the caller defined." }),
    })
    .meta({ id: "AppDetail" }),
);

type DetailParts = {
  readonly app: AppDetails;
  readonly versions: readonly VersionRow[];
  readonly listings: readonly ListingRow[];
};

export function presentAppDetail(
  { app, versions, listings }: DetailParts,
  limits: ListingLimits,
): z.input<ReturnType<typeof appDetailResponse>> {
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
    // Who else follows the app does not show.
    refresh: head.is_tracked ? presentRefresh(app.refreshDays) : null,
    discovered_from: app.discoveredFrom,
    versions: versions.map((version) => presentVersion(version, limits)),
    listings: listings.map((listing) => presentListing(listing, limits)),
    changes: app.changes.map((change) => presentChangeInDetail(change, limits.textLength)),
    competitors: app.competitors.map(presentCompetitor),
  };
}

function presentVersion(version: VersionRow, { textLength }: ListingLimits) {
  const { whatsNew } = version;
  return {
    id: version.id,
    version: version.version,
    release_date: presentOptionalUnixTime(version.releasedAt)?.slice(0, 10) ?? null,
    whats_new: whatsNew && cutText(whatsNew, textLength),
    is_cut: version.isCut || (whatsNew !== null && whatsNew.length > textLength),
    file_size_bytes: version.fileSizeBytes,
    created_at: presentUnixTime(version.createdAt),
  };
}

function presentRefresh(days: AppDetails["refreshDays"]) {
  return days && { own_storefront_days: days.own, largest_days: days.largest, all_days: days.all };
}
