import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { listCountriesContract } from "../../countries/list-countries.contract.ts";

export const countryExamples = [
  exampleOf(listCountriesContract, {
    success: {
      200: {
        data: [
          {
            code: "us",
            name: "United States",
            emoji: "🇺🇸",
            ios_languages: ["en-US", "es-MX"],
            android_languages: ["en-US", "es-US"],
          },
        ],
      },
    },
  }),
];
