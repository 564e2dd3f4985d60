import type { Platform } from "../../../lib/domain/platform.ts";
import type { RouteSection, Section } from "./row.ts";

const ios = "scrapers/ios-records.test.ts";
const android = "scrapers/android-records.test.ts";
const charts = "scrapers/charts.test.ts";
const developers = "scrapers/developers.test.ts";
const edge = "scrapers/http-edge.test.ts > rejects %s with 422 and calls no store";

const iosLanguage = `${ios} > sends the requested country and language to the store`;

const chartTests = [
  `${charts} > returns %s of a country in the order of the ranks`,
  `${charts} > returns at most the requested %i`,
  `${charts} > serves every category that the service knows`,
  `${charts} > returns as many entries as the store sends, up to two hundred`,
];
const developerTests = {
  apps: [`${developers} > returns every app of the developer, whatever its name, by the id that identities carry`],
  search: [
    `${developers} > returns each developer of the found apps once, in the order of the apps`,
    `${developers} > returns as many developers as requested, ten by default`,
  ],
};

export const scraperRoutes: Readonly<Record<Platform, RouteSection>> = {
  ios: {
    section: "Endpoints: iOS scraper",
    rows: [
      {
        route: "GET /health",
        row: "{status} with value ok",
        tests: ["scrapers/http-edge.test.ts > returns ok at /health without calling the store"],
      },
      {
        route: "GET /charts",
        row: "collection (required), category, country, num; chart rankings, max 200",
        tests: [...chartTests, `${charts} > requires a collection`],
      },
      {
        route: "GET /apps/search",
        row: "term (required), limit, country; apps",
        tests: [`${ios} > returns the storefront's hits in its order, at most as many as requested`, edge],
      },
      {
        route: "GET /apps/:appId/identity",
        row: "country, lang; app metadata, boolean is_free",
        tests: [`${ios} > returns the identity of an app`, iosLanguage],
      },
      {
        route: "GET /apps/:appId/listings",
        row: "country, lang; store listing incl. promotional_text",
        tests: [`${ios} > returns the texts and pictures of the requested language`],
      },
      {
        route: "GET /apps/:appId/listings/locales",
        row: "countries (comma-separated); multi-country listings",
        tests: [`${ios} > returns every item in order, and requests equal ones once`],
      },
      {
        route: "GET /apps/:appId/metrics",
        row: "country, lang; rating, file size",
        tests: [`${ios} > returns the ratings of the storefront, with stars, price and size: %s`, iosLanguage],
      },
      { route: "GET /developers/:developerId/apps", row: "developer's apps", tests: developerTests.apps },
      { route: "GET /developers/search", row: "term, limit, country; developers", tests: developerTests.search },
    ],
  },
  android: {
    section: "Endpoints: Android scraper",
    rows: [
      {
        route: "GET /health",
        row: "{status} with value ok",
        tests: ["scrapers/http-edge.test.ts > returns ok at /health without calling the store"],
      },
      {
        route: "GET /charts",
        row: "collection, category, country, count; chart rankings, max 200",
        tests: [...chartTests, `${charts} > returns the free apps of all categories in the United States by default`],
      },
      {
        route: "GET /apps/search",
        row: "term (required), limit, country; apps",
        tests: [`${android} > returns hits in the store's order, with canonical publisher ids`, edge],
      },
      {
        route: "GET /apps/:appId/identity",
        row: "country; app metadata",
        tests: [`${android} > returns the identity of an app, with the canonical id of its publisher`],
      },
      {
        route: "GET /apps/:appId/listings",
        row: "locale, country; store listing, promotional_text always null",
        tests: [
          `${android} > returns the texts and pictures of the requested locale, without a subtitle or promotional text`,
        ],
      },
      {
        route: "GET /apps/:appId/listings/locales",
        row: "locales (comma-separated); multi-locale listings",
        tests: [`${android} > returns every locale in order, one without a country in the United States`],
      },
      {
        route: "GET /apps/:appId/metrics",
        row: "country; global rating, install count",
        tests: [
          `${android} > returns the rating, the stars and the store's installs bucket`,
          `${android} > returns the price of the requested country, and the global rating`,
        ],
      },
      { route: "GET /developers/:developerId/apps", row: "developer's apps", tests: developerTests.apps },
      { route: "GET /developers/search", row: "term, limit, country; developers", tests: developerTests.search },
    ],
  },
};

const iosListing = `${ios} > returns the texts and pictures of the requested language`;
const androidListing = `${android} > returns the texts and pictures of the requested locale, without a subtitle or promotional text`;
const iosMetrics = `${ios} > returns the ratings of the storefront, with stars, price and size: %s`;
const androidMetrics = `${android} > returns the rating, the stars and the store's installs bucket`;

export const scraperRules: Section = {
  section: "Scrapers: values, defaults and differences",
  rows: [
    {
      row: "chart collection values: top_free, top_paid, top_grossing",
      tests: [
        `${charts} > returns %s of a country in the order of the ranks`,
        `${charts} > rejects another collection with 422`,
      ],
    },
    {
      row: "Android chart defaults: collection top_free, category APPLICATION, maximum count 200",
      tests: [
        `${charts} > returns the free apps of all categories in the United States by default`,
        `${charts} > returns as many entries as the store sends, up to two hundred`,
      ],
    },
    { row: "language parameter: lang on iOS, locale on Android", tests: [iosListing, iosLanguage, androidListing] },
    {
      row: "multi-locale parameter: countries on iOS, locales on Android",
      tests: [
        `${ios} > returns every item in order, and requests equal ones once`,
        `${android} > returns every locale in order, one without a country in the United States`,
      ],
    },
    {
      row: "chart size parameter: num on iOS, count on Android",
      tests: [`${charts} > returns at most the requested %i`],
    },
    {
      row: "max chart results: 200 on iOS, about 100 on Android",
      tests: [`${charts} > returns as many entries as the store sends, up to two hundred`],
    },
    { row: "subtitle: iOS yes, Android no", tests: [iosListing, androidListing] },
    { row: "promotional_text: iOS yes, Android null", tests: [iosListing, androidListing] },
    { row: "install count: iOS no, Android a range string", tests: [iosMetrics, androidMetrics] },
    { row: "file size in metrics: iOS yes, Android no", tests: [iosMetrics, androidMetrics] },
    {
      row: "rating scope: iOS per country, Android global, stored under zz",
      tests: [
        `${ios} > returns for each storefront the same as the single route`,
        iosMetrics,
        `${android} > returns the price of the requested country, and the global rating`,
        "sync/full-sync.test.ts > stores measured values of an Android app under the global sentinel alone",
      ],
    },
  ],
};
