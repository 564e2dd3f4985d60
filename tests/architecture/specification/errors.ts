import type { Section } from "./row.ts";

const rejection = "api/errors.test.ts > of status %i has the shape of RFC 9457 and the type %s";
const body = "http/request-body.test.ts";

export const errors: Section = {
  section: "Errors",
  rows: [
    {
      row: "server 422: POST /apps for an app not in the database",
      tests: ["api/apps/register-app.test.ts > rejects an app that is not in the database"],
    },
    {
      row: "server 422: import with any invalid or unknown id in external_ids",
      tests: [
        "api/publishers/import-apps.test.ts > rejects the whole import for one id that is not in the database, and names each by its index",
        "api/publishers/import-apps.test.ts > rejects a wrong %s: %j",
      ],
    },
    {
      row: "server 422: listing requested for a country where the app is not available",
      tests: [
        "api/apps/show-listing.test.ts > rejects a country in which the %s app is not available (AppAvailableCountry)",
      ],
    },
    {
      row: "server 404: publisher detail or store-apps for a publisher not in the database",
      tests: [
        "api/publishers/show-publisher.test.ts > returns 404 for a publisher that is not in the database: %s",
        "api/publishers/list-store-apps.test.ts > returns 404 for a publisher that is not in the database, without asking the store: %s",
      ],
    },
    {
      row: "scraper body: {error: string message, statusCode: integer}",
      tests: [
        "scrapers/ios-records.test.ts > returns 404 with the contract's body for an app that the store does not have",
        "scrapers/http-edge.test.ts > rejects %s with 422 and asks no store",
      ],
    },
    {
      row: "scraper 404: app not found on the storefront, by both scrapers",
      tests: [
        "scrapers/ios-records.test.ts > returns 404 with the contract's body for an app that the store does not have",
        "scrapers/android-records.test.ts > returns 404 with the contract's body for an app that the store does not have",
        "scrapers/ios-records.test.ts > returns 404 for an app that this storefront does not have",
      ],
    },
    {
      row: "scraper 404: the connector treats it as empty_response; the country is not retried",
      tests: [
        "stores/scraper-client.test.ts > takes a 404 with the scraper's own body as an empty response, and does not ask again",
        "stores/connector-contract.ts > says empty_response, and throws nothing, for an app that the store does not know",
      ],
    },
    {
      row: "scraper 500: upstream scraper library error, retryable",
      tests: [
        "scrapers/describe-faults.ts > returns as it should on $fault, and well again afterwards",
        "scrapers/http-edge.test.ts > responds to %s with 500, blames no store and logs an error when its own code breaks",
        "stores/quick-retry.test.ts > asks once more after a failure and gives the second response",
      ],
    },
  ],
};

/** What the design of the API adds where the specification says "not shown". */
export const rejections: Section = {
  section: "Errors, where the specification is silent",
  rows: [
    { row: "every rejection is application/problem+json", tests: [rejection] },
    {
      row: "400: malformed JSON",
      tests: [`${body} > returns 400 to a body that cannot be read: %s`, rejection],
    },
    {
      row: "413: over 256 KiB, before parsing",
      tests: [`${body} > returns 413 to more than 256 KiB, without parsing it`],
    },
    {
      row: "415: another content type with a body",
      tests: [`${body} > returns 415 to a body sent as %s`, `${body} > returns 415 to a body that is compressed: %s`],
    },
    {
      row: "401: wrong login in one message",
      tests: ["api/auth/log-in.test.ts > rejects an unknown email and a wrong password in the same words"],
    },
    {
      row: "403: a token without the ability",
      tests: ["api/authentication.test.ts > rejects a token without the ability, after counting it"],
    },
    {
      row: "404: unknown route or row, or a row of another user, byte-identical",
      tests: [
        "api/errors.test.ts > is told in the same bytes, whether route, platform, app, publisher or competitor link is missing",
        "api/errors.test.ts > is told in the same bytes of another user's row, which stays as it is",
      ],
    },
    {
      row: "404 of a type of its own: a known app without a stored listing",
      tests: [
        "api/apps/show-listing.test.ts > says of a known app that no listing in the locale is stored, and how its sync stands",
      ],
    },
    {
      row: "405: known path, wrong method (HEAD too), with Allow",
      tests: [
        "api/errors.test.ts > returns 405 with the methods that it does: %s",
        "http/fallback.test.ts > returns 405 to %s %s, allowing %s",
        "e2e/host.test.ts > returns %i to %s",
      ],
    },
    {
      row: "409: a competitor link that exists already",
      tests: ["api/competitors/add-competitor.test.ts > rejects a link that exists already, whatever its relationship"],
    },
    {
      row: "422: an app as its own competitor",
      tests: ["api/competitors/add-competitor.test.ts > rejects an app as its own competitor, by either id"],
    },
    {
      row: "422: NUL or a lone surrogate in text",
      tests: ["api/errors.test.ts > is one with %s in its text", "api/errors.test.ts > is one with NUL in a query"],
    },
    {
      row: "422: errors by dotted field path",
      tests: [
        "api/errors.test.ts > is named with the sentences that say what is wrong",
        "http/parse-input.test.ts > that is wrong is told by dotted path: %j",
        "api/publishers/import-apps.test.ts > rejects the whole import for one id that is not in the database, and names each by its index",
      ],
    },
    {
      row: "429: Retry-After and X-RateLimit-Reset",
      tests: ["api/rate-limits-headers.test.ts > say on a 429 when to come back, in seconds and as Unix time"],
    },
    { row: "500: detail without cause", tests: ["http/endpoint.test.ts > returns 500 without the cause, and logs it"] },
    {
      row: "503: database not reachable, with Retry-After",
      tests: [
        "http/endpoint.test.ts > returns 503 with Retry-After when the database is not reachable: %s",
        "http/endpoint.test.ts > returns 503 when the database cannot even be asked for the token",
      ],
    },
    {
      row: "502, 503, 504: a live store call that failed, never an empty list instead",
      tests: [
        "api/errors.test.ts > is named with what it did: %s",
        "api/apps/search-apps.test.ts > returns %i and names the store when it does not respond: %j",
        "api/publishers/search-publishers.test.ts > returns %i and names the store when it does not respond: %j",
        "api/publishers/list-store-apps.test.ts > returns %i and names the store when it does not respond: %j",
      ],
    },
    {
      row: "order: token, rate limit, path, query and body, then existence",
      tests: [
        "api/order-of-rejections.test.ts > the token comes first: $method $path",
        "api/order-of-rejections.test.ts > the rate limit comes second: $method $path",
        "api/order-of-rejections.test.ts > the path comes before query and body: $method $path",
        "api/order-of-rejections.test.ts > the query comes before the body and what exists: $method $path",
        "api/order-of-rejections.test.ts > the body comes before what exists: $method $path",
      ],
    },
    {
      row: "pages beyond the end, sizes out of bounds, links that keep the query",
      tests: [
        "api/pagination.test.ts > returns an empty page beyond the end: $method $path",
        "api/pagination.test.ts > returns 422 on %s to %s=%s",
        "api/pagination.test.ts > keeps the other query parameters in its links: $method $path",
      ],
    },
    {
      row: "calls from other origins by configuration",
      tests: [
        "infra/cors.test.ts > are not configured in stage $name",
        "infra/cors.test.ts > are allowed to the origins of the stage, with a token and a JSON body, without credentials",
      ],
    },
  ],
};
