import type { Platform } from "../../../lib/domain/platform.ts";
import type { RouteSection, Section } from "./row.ts";

const ios = "scrapers/ios-records.test.ts";
const android = "scrapers/android-records.test.ts";
const charts = "scrapers/charts.test.ts";
const developers = "scrapers/developers.test.ts";
const edge = "scrapers/http-edge.test.ts > rejects %s with 422 and asks no store";

const iosLanguage = `${ios} > asks in the country and the language asked for`;

const chartTests = [
  `${charts} > returns %s of a country in the order of the ranks`,
  `${charts} > returns no more than the %i asked for`,
  `${charts} > returns every category that the service knows`,
  `${charts} > returns as many as the store gives, up to two hundred`,
];
const developerTests = {
  apps: [`${developers} > returns every app of the developer, whatever its name, by the id that identities carry`],
  search: [
    `${developers} > returns the developers of the apps that a search finds, each once, in the order of the apps`,
    `${developers} > returns as many developers as asked for, ten when not told`,
  ],
};

export const scraperRoutes: Readonly<Record<Platform, RouteSection>> = {
  ios: {
    section: "Endpoints: iOS scraper",
    rows: [
      { route: "GET /health", row: "{status} with value ok", tests: [`${ios} > returns ok without asking the store`] },
      {
        route: "GET /charts",
        row: "collection (required), category, country, num; chart rankings, max 200",
        tests: [...chartTests, `${charts} > requires a collection`],
      },
      {
        route: "GET /apps/search",
        row: "term (required), limit, country; apps",
        tests: [`${ios} > returns the storefront's hits in its order, at most as many as asked for`, edge],
      },
      {
        route: "GET /apps/:appId/identity",
        row: "country, lang; app metadata, boolean is_free",
        tests: [`${ios} > returns what the store knows of the app`, iosLanguage],
      },
      {
        route: "GET /apps/:appId/listings",
        row: "country, lang; store listing incl. promotional_text",
        tests: [`${ios} > returns the texts and pictures of the language asked for`],
      },
      {
        route: "GET /apps/:appId/listings/locales",
        row: "countries (comma-separated); multi-country listings",
        tests: [`${ios} > returns for every element in the order asked, and asks for equal ones once`],
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
      { route: "GET /health", row: "{status} with value ok", tests: [`${android} > returns ok`] },
      {
        route: "GET /charts",
        row: "collection, category, country, count; chart rankings, max 200",
        tests: [
          ...chartTests,
          `${charts} > returns the free apps of all categories in the United States when asked for nothing else`,
        ],
      },
      {
        route: "GET /apps/search",
        row: "term (required), limit, country; apps",
        tests: [`${android} > returns the hits in the store's order, publishers by their canonical id`, edge],
      },
      {
        route: "GET /apps/:appId/identity",
        row: "country; app metadata",
        tests: [`${android} > returns what the store knows of the app, the publisher by its canonical id`],
      },
      {
        route: "GET /apps/:appId/listings",
        row: "locale, country; store listing, promotional_text always null",
        tests: [
          `${android} > returns the texts and pictures of the locale asked for, without a subtitle or promotional text`,
        ],
      },
      {
        route: "GET /apps/:appId/listings/locales",
        row: "locales (comma-separated); multi-locale listings",
        tests: [`${android} > returns for every locale in the order asked, a bare one in the United States`],
      },
      {
        route: "GET /apps/:appId/metrics",
        row: "country; global rating, install count",
        tests: [
          `${android} > returns the rating, the stars and the store's own installs bucket`,
          `${android} > returns the price of the country asked for, and the one rating that all countries share`,
        ],
      },
      { route: "GET /developers/:developerId/apps", row: "developer's apps", tests: developerTests.apps },
      { route: "GET /developers/search", row: "term, limit, country; developers", tests: developerTests.search },
    ],
  },
};

const iosListing = `${ios} > returns the texts and pictures of the language asked for`;
const androidListing = `${android} > returns the texts and pictures of the locale asked for, without a subtitle or promotional text`;
const iosMetrics = `${ios} > returns the ratings of the storefront, with stars, price and size: %s`;
const androidMetrics = `${android} > returns the rating, the stars and the store's own installs bucket`;

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
        `${charts} > returns the free apps of all categories in the United States when asked for nothing else`,
        `${charts} > returns as many as the store gives, up to two hundred`,
      ],
    },
    { row: "language parameter: lang on iOS, locale on Android", tests: [iosListing, iosLanguage, androidListing] },
    {
      row: "multi-locale parameter: countries on iOS, locales on Android",
      tests: [
        `${ios} > returns for every element in the order asked, and asks for equal ones once`,
        `${android} > returns for every locale in the order asked, a bare one in the United States`,
      ],
    },
    {
      row: "chart size parameter: num on iOS, count on Android",
      tests: [`${charts} > returns no more than the %i asked for`],
    },
    {
      row: "max chart results: 200 on iOS, about 100 on Android",
      tests: [`${charts} > returns as many as the store gives, up to two hundred`],
    },
    { row: "subtitle: iOS yes, Android no", tests: [iosListing, androidListing] },
    { row: "promotional_text: iOS yes, Android null", tests: [iosListing, androidListing] },
    { row: "install count: iOS no, Android a range string", tests: [iosMetrics, androidMetrics] },
    { row: "file size in metrics: iOS yes, Android no", tests: [iosMetrics, androidMetrics] },
    {
      row: "rating scope: iOS per country, Android global, stored under zz",
      tests: [
        `${ios} > returns for each storefront what the single route returns`,
        iosMetrics,
        `${android} > returns the price of the country asked for, and the one rating that all countries share`,
        "sync/full-sync.test.ts > stores measured values of an Android app under the global sentinel alone",
      ],
    },
  ],
};
