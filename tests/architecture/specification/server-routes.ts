import type { RouteSection } from "./row.ts";

const me = "api/auth/show-current-user.test.ts";

/** The 21 operations, below /api/v1. */
export const serverRoutes: readonly RouteSection[] = [
  {
    section: "Endpoints: authentication",
    rows: [
      {
        route: "POST /auth/register",
        row: "name, email, password, password_confirmation; 201 {data:{user:{id,name,email}, token}}",
        tests: [
          "api/auth/register-user.test.ts > creates the user and returns it with a token",
          "api/auth/register-user.test.ts > rejects a wrong %s: %j",
        ],
      },
      {
        route: "POST /auth/login",
        row: "email, password; 200 {data:{user:{id,name,email}, token}}",
        tests: [
          "api/auth/log-in.test.ts > returns the user with a new token, and leaves other tokens valid",
          "api/auth/log-in.test.ts > rejects a wrong %s: %j",
        ],
      },
      {
        route: "POST /auth/logout",
        row: "204 no content; the presented token is revoked",
        tests: ["api/auth/log-out.test.ts > revokes the presented token and no other"],
      },
      { route: "GET /auth/me", row: "200 {data:{id,name,email}}", tests: [`${me} > returns the user of the token`] },
    ],
  },
  {
    section: "Endpoints: apps, charts, search, sync",
    rows: [
      {
        route: "GET /apps",
        row: "protected; list of apps",
        tests: [
          "api/apps/list-apps.test.ts > lists the caller's tracked apps, newest tracked first",
          "api/apps/list-apps.test.ts > needs a token",
        ],
      },
      {
        route: "POST /apps",
        row: "the app must already exist in the database, else 422",
        tests: [
          "api/apps/register-app.test.ts > makes the caller track an app that is in the database",
          "api/apps/register-app.test.ts > rejects an app that is not in the database",
        ],
      },
      {
        route: "GET /apps/{platform}/{external_id}/listing",
        row: "accepts country_code and locale; 422 when the app is not available in that country",
        tests: [
          "api/apps/show-listing.test.ts > returns the newest listing in the locale asked for",
          "api/apps/show-listing.test.ts > rejects a country in which the %s app is not available (AppAvailableCountry)",
        ],
      },
      {
        route: "GET /charts",
        row: "takes country_code",
        tests: [
          "api/charts/show-chart.test.ts > returns the entries of today's chart by rank, with what it is compared with",
          "api/charts/show-chart.test.ts > compares with no chart of another platform, collection, country or category",
          "api/charts/show-chart-input.test.ts > country_code=%s: %s",
        ],
      },
      {
        route: "GET /apps/search",
        row: "takes country_code",
        tests: ["api/apps/search-apps.test.ts > returns what the store finds, in the store's order"],
      },
      {
        route: "GET /countries",
        row: "returns countries without the zz sentinel",
        tests: ["api/countries/list-countries.test.ts > lists the storefronts by name, without the zz sentinel"],
      },
      {
        route: "GET /apps/{platform}/{external_id}/sync-status",
        row: "sync status of the app",
        tests: [
          "api/apps/show-sync-status.test.ts > shows a run under way with its progress, its time so far and its failed items",
        ],
      },
      {
        route: "POST /apps/{platform}/{external_id}/sync",
        row: "triggers a refresh (user-triggered, on-demand queue)",
        tests: ["api/apps/request-sync.test.ts > starts a run on the on-demand queue of the platform"],
      },
    ],
  },
  {
    section: "Endpoints: publishers",
    rows: [
      {
        route: "GET /publishers/search",
        row: "term, platform, country_code; results come directly from the scrapers",
        tests: [
          "api/publishers/search-publishers.test.ts > returns the publishers that the store finds, in the store's order, each with up to three of its apps",
          "api/publishers/search-publishers.test.ts > rejects a wrong %s without asking the store: %s",
        ],
      },
      {
        route: "GET /publishers",
        row: "publishers of the user's tracked apps",
        tests: [
          "api/publishers/list-publishers.test.ts > lists the publishers of the caller's tracked apps by name, whatever its case",
        ],
      },
      {
        route: "GET /publishers/{platform}/{external_id}",
        row: "404 if the publisher is not in the database",
        tests: [
          "api/publishers/show-publisher.test.ts > returns the publisher with those of its apps that the caller tracks, newest tracked first",
          "api/publishers/show-publisher.test.ts > returns 404 for a publisher that is not in the database: %s",
        ],
      },
      {
        route: "GET /publishers/{platform}/{external_id}/store-apps",
        row: "live scraper call returning every app of the publisher; 404 if the publisher is not in the database",
        tests: [
          "api/publishers/list-store-apps.test.ts > returns every app that the store lists now, in the store's order, with its category and whether it is tracked",
          "scrapers/developers.test.ts > returns every app of the developer, whatever its name, by the id that identities carry",
          "api/publishers/list-store-apps.test.ts > returns 404 for a publisher that is not in the database, without asking the store: %s",
        ],
      },
      {
        route: "POST /publishers/{platform}/{external_id}/import",
        row: "external_ids validated one by one; one invalid id rejects the whole request with 422; imported apps are tagged on_import and queued for background sync",
        tests: [
          "api/publishers/import-apps.test.ts > tracks every app, marks it as on_import and queues a run of it on the on-demand queue",
          "api/publishers/import-apps.test.ts > rejects the whole import for one id that is not in the database, and names each by its index",
        ],
      },
    ],
  },
  {
    section: "Endpoints: competitors",
    rows: [
      {
        route: "GET /apps/{platform}/{external_id}/competitors",
        row: "all competitors defined for the app by the current user",
        tests: [
          "api/competitors/list-app-competitors.test.ts > returns each link with the competitor's app, though the caller does not track the parent",
          "api/competitors/list-app-competitors.test.ts > lists neither another user's competitors, nor those of another app, nor those that the app is one of",
        ],
      },
      {
        route: "POST /apps/{platform}/{external_id}/competitors",
        row: "body {competitor_app_id: integer}; adds a competitor; relationship type defaults to direct",
        tests: [
          "api/competitors/add-competitor.test.ts > adds a direct competitor of an app that the caller tracks or does not, and returns the link",
        ],
      },
      {
        route: "DELETE /apps/{platform}/{external_id}/competitors/{competitor_id}",
        row: "removes the competitor link",
        tests: ["api/competitors/remove-competitor.test.ts > removes the link and returns nothing"],
      },
      {
        route: "GET /competitors",
        row: "every competitor app across all the user's tracked apps",
        tests: [
          "api/competitors/list-competitors.test.ts > groups every competitor of the caller by the tracked app, newest tracked first, oldest link first",
        ],
      },
    ],
  },
];
