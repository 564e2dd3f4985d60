import { invalidInput } from "../../../lib/errors.ts";
import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { showChartContract } from "../../charts/show-chart.contract.ts";
import { unknownCountry, weatherApp } from "./samples.ts";

export const chartExamples = [
  exampleOf(showChartContract, {
    query: {
      platform: "ios",
      collection: "top_free",
      country_code: "us",
      category_id: 23,
      date: "2026-03-09",
    },
    success: {
      200: {
        data: [
          {
            rank: 1,
            rank_change: 2,
            app_id: weatherApp.id,
            app_external_id: weatherApp.external_id,
            app_name: weatherApp.name,
            icon_url: weatherApp.icon_url,
            platform: "ios",
            publisher: { id: 7, name: "Northwind Apps", external_id: "951937596" },
            category_name: "Weather",
            price: 0,
            currency: "USD",
            is_free: true,
          },
        ],
        meta: {
          platform: "ios",
          collection: "top_free",
          country_code: "us",
          category_id: 23,
          snapshot_date: "2026-03-09",
          fetched_at: "2026-03-09T01:12:40Z",
          compared_with: "2026-03-08",
          is_stale: false,
          refresh: "none",
        },
      },
    },
    refusals: [invalidInput({ category_id: ["App Store has no such category."] }), unknownCountry],
  }),
];
