import { invalidInput, listingNotStored } from "../../../lib/errors.ts";
import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { listAppsContract } from "../../apps/list-apps.contract.ts";
import { registerAppContract } from "../../apps/register-app.contract.ts";
import { searchAppsContract } from "../../apps/search-apps.contract.ts";
import { showAppContract } from "../../apps/show-app.contract.ts";
import { showListingContract } from "../../apps/show-listing.contract.ts";
import {
  competitor,
  linkedPublisher,
  listing,
  onePage,
  rainApp,
  undiscovered,
  unknownCountry,
  unknownPlatform,
  weatherApp,
  weatherParams,
} from "./samples.ts";

export const appExamples = [
  exampleOf(listAppsContract, {
    query: { platform: "ios", search: "weather", page: 1, per_page: 50 },
    success: { 200: onePage("/api/v1/apps", [weatherApp], 50) },
    refusals: [invalidInput({ per_page: ["The per page field must not be greater than 100."] })],
  }),
  exampleOf(registerAppContract, {
    body: weatherParams,
    success: { 201: { data: weatherApp } },
    refusals: [invalidInput({ external_id: [undiscovered] }), unknownPlatform],
  }),
  exampleOf(searchAppsContract, {
    query: { term: "weather", platform: "ios", country_code: "us", exclude_external_ids: ["1263554219"] },
    success: {
      200: {
        data: [
          {
            id: weatherApp.id,
            ...weatherParams,
            name: weatherApp.name,
            display_name: weatherApp.display_name,
            icon_url: weatherApp.icon_url,
            publisher_name: "Northwind Apps",
            rating: weatherApp.rating,
            rating_count: weatherApp.rating_count,
            version: weatherApp.version,
            is_available: true,
            is_tracked: true,
            publisher: weatherApp.publisher,
            category: weatherApp.category,
          },
        ],
      },
    },
    refusals: [invalidInput({ term: ["The term field must be at least 2 characters."] }), unknownCountry],
  }),
  exampleOf(showAppContract, {
    params: weatherParams,
    success: {
      200: {
        data: {
          ...weatherApp,
          publisher: linkedPublisher,
          origin_country_code: "us",
          supported_locales: ["en-US", "de-DE"],
          original_release_date: "2019-09-12",
          is_free: true,
          file_size_bytes: 84_213_760,
          unavailable_countries: ["cn"],
          versions: [
            {
              id: 77,
              version: "5.3.1",
              release_date: "2026-03-05",
              whats_new: listing.whats_new,
              file_size_bytes: 84_213_760,
              created_at: "2026-03-06T02:40:09Z",
            },
          ],
          listings: [listing],
          competitors: [{ ...competitor, app: rainApp }],
        },
      },
    },
  }),
  exampleOf(showListingContract, {
    params: weatherParams,
    query: { country_code: "us", locale: "en-US" },
    success: { 200: { data: listing } },
    refusals: [
      listingNotStored({ locale: "en-US", sync: { status: "processing", currentStep: "listings" } }),
      invalidInput({ country_code: ["The app is not available on App Store in cn."] }),
      unknownCountry,
    ],
  }),
];
