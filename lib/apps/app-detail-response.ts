import * as z from "zod";

import type { AppDetails, VersionRow } from "../../db/queries/apps/app-details.ts";
import type { ListingRow } from "../../db/queries/listings/current-listings.ts";
import { DETAIL_CHANGES_MAX, VERSIONS_MAX } from "../domain/change-limits.ts";
import { discoverySources } from "../domain/discovery.ts";
import { coverageFields, coverageStates, type LanguageCoverage } from "../domain/listing-coverage.ts";
import { cutText } from "../domain/response-size.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { appFields } from "../responses/app-response.ts";
import { changeInDetailResponse, presentChange } from "../responses/change-response.ts";
import { competitorResponse } from "../responses/competitor-response.ts";
import { type ListingLimits, listingResponse, presentListing } from "../responses/listing-response.ts";
import { linkedPublisherResponse } from "../responses/publisher-response.ts";
import { lazy } from "../runtime/lazy.ts";

const refreshResponse = lazy(() =>
  z
    .object({
      own_storefront_days: z.int(),
      largest_days: z
        .int()
        .nullable()
        .meta({ description: "The 20 largest storefronts are read again within this number of days." }),
      all_days: z.int().nullable(),
    })
    .meta({
      id: "Refresh",
      description:
        "The schedule reads the app's own storefront, the largest storefronts and all storefronts again within these " +
        "numbers of days. They depend on how many apps are followed now. Null for an app that the caller does not " +
        "track.",
    }),
);

const versionResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      version: z.string(),
      release_date: calendarDate().nullable(),
      whats_new: z.string().nullable(),
      is_cut: z.boolean().meta({ description: "True if `whats_new` was cut in the same way as listing texts." }),
      file_size_bytes: z.int().nullable(),
      created_at: timestamp(),
    })
    .meta({ id: "Version" }),
);

const coverageResponse = lazy(() =>
  z
    .object({
      locale: z.string(),
      state: z
        .enum(coverageStates)
        .nullable()
        .meta({
          description: [
            "`own`: at least one of the texts is the language's own.",
            "`fallback`: the store shows the texts of another language.",
            "`none`: the store has no listing in this language.",
            "Null if the language was not read yet.",
          ].join(" "),
        }),
      own_fields: z.array(z.enum(coverageFields)).meta({
        description: "The texts that are the language's own. A text of several languages belongs to the first of them.",
      }),
      fallback_of: z.string().nullable().meta({
        description: "The language to which the other texts belong. Null if there are none.",
      }),
    })
    .meta({ id: "LanguageCoverage" }),
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
        .meta({ description: "How the service discovered the app. Null if that was not recorded." }),
      versions: z.array(versionResponse()).meta({ description: `Up to ${VERSIONS_MAX} versions, newest first.` }),
      listings: z.array(listingResponse()).meta({ description: "Current listing of each locale." }),
      coverage: z.array(coverageResponse()).meta({
        description:
          "Whether each language has texts of its own, for all languages of storefronts that may have the app. The " +
          "language of the app's own storefront comes first, then those of larger storefronts. `title`, `subtitle`, " +
          "`short_description` and `description` are compared.",
      }),
      changes: z
        .array(changeInDetailResponse())
        .meta({ description: `Up to ${DETAIL_CHANGES_MAX} changes, newest first.` }),
      competitors: z.array(competitorResponse()).meta({ description: "Competitors that the caller defined." }),
    })
    .meta({ id: "AppDetail" }),
);

type DetailParts = {
  readonly app: AppDetails;
  readonly versions: readonly VersionRow[];
  readonly listings: readonly ListingRow[];
  readonly coverage: readonly LanguageCoverage[];
};

export function presentAppDetail(
  { app, versions, listings, coverage }: DetailParts,
  limits: ListingLimits,
): z.input<ReturnType<typeof appDetailResponse>> {
  return {
    ...app,
    is_free: app.is_free ?? false,
    // A user must not see whether others follow the app.
    refresh: app.is_tracked ? app.refresh : null,
    versions: versions.map((version) => presentVersion(version, limits)),
    listings: listings.map((listing) => presentListing(listing, limits)),
    coverage: coverage.map((language) => ({ ...language, own_fields: [...language.own_fields] })),
    changes: app.changes.map((change) => presentChange(change, limits.textLength)),
  };
}

function presentVersion(version: VersionRow, { textLength }: ListingLimits) {
  const { whats_new } = version;
  return {
    ...version,
    whats_new: whats_new && cutText(whats_new, textLength),
    is_cut: version.is_cut || (whats_new !== null && whats_new.length > textLength),
  };
}
