import { invalidInput } from "../../../lib/errors.ts";
import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { importAppsContract } from "../../publishers/import-apps.contract.ts";
import { listPublishersContract } from "../../publishers/list-publishers.contract.ts";
import { listStoreAppsContract } from "../../publishers/list-store-apps.contract.ts";
import { searchPublishersContract } from "../../publishers/search-publishers.contract.ts";
import { showPublisherContract } from "../../publishers/show-publisher.contract.ts";
import {
  linkedPublisher,
  onePage,
  publisher,
  undiscovered,
  unknownCountry,
  unknownPlatform,
  weatherApp,
} from "./samples.ts";

const params = { platform: publisher.platform, external_id: publisher.external_id };

export const publisherExamples = [
  exampleOf(searchPublishersContract, {
    query: { term: "northwind", platform: "ios", country_code: "us" },
    success: {
      200: {
        data: [
          {
            ...linkedPublisher,
            app_count: 1,
            sample_apps: [
              { external_id: weatherApp.external_id, name: weatherApp.name, icon_url: weatherApp.icon_url },
            ],
          },
        ],
      },
    },
    refusals: [invalidInput({ term: ["The term field is required."] }), unknownCountry],
  }),
  exampleOf(listPublishersContract, {
    query: { platform: "ios", page: 1, per_page: 50 },
    success: { 200: onePage("/api/v1/publishers", [{ ...linkedPublisher, apps_count: 1 }], 50) },
    refusals: [unknownPlatform],
  }),
  exampleOf(showPublisherContract, {
    params,
    success: { 200: { data: { publisher: linkedPublisher, apps: [weatherApp] } } },
  }),
  exampleOf(listStoreAppsContract, {
    params,
    query: { country_code: "us" },
    success: {
      200: {
        data: [
          {
            id: weatherApp.id,
            external_id: weatherApp.external_id,
            name: weatherApp.name,
            icon_url: weatherApp.icon_url,
            rating: 4.7,
            rating_count: 9_312,
            is_free: true,
            category: "Weather",
            is_tracked: true,
          },
        ],
        meta: { country_code: "us", is_available: true },
      },
    },
    refusals: [unknownCountry],
  }),
  exampleOf(importAppsContract, {
    params,
    body: { external_ids: [weatherApp.external_id] },
    success: { 202: { data: [weatherApp] } },
    refusals: [
      invalidInput({ "external_ids.1": [undiscovered] }),
      invalidInput({ external_ids: ["The external ids field must not have more than 50 items."] }),
    ],
  }),
];
