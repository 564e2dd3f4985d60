import type { Section } from "./row.ts";

const signed = "infra/stacks.test.ts > accept signed callers alone, outside any network of ours";
const ownRights = "infra/permissions.test.ts > %s may do what it does and nothing else";
const withoutToken = "api/authentication.test.ts > rejects $method $path without a token, before anything else";
const limited = {
  byAddress: "api/rate-limits-by-address.test.ts",
  byUser: "api/rate-limits-by-user.test.ts",
};

export const service: Section = {
  section: "What the service does",
  rows: [
    {
      row: "the server authenticates users with bearer tokens and is the sole owner of the database",
      tests: [withoutToken, "http/registry.test.ts > lets only register and login in without a token", ownRights],
    },
    {
      row: "the server validates requests and returns formatted responses",
      tests: [
        "http/endpoint.test.ts > returns only the keys that the contract names",
        "http/documented-responses.test.ts > is told by what differs: %s",
        "api/hostile-input.test.ts > makes $method $path neither fail, nor leak, nor return what is not documented",
      ],
    },
    { row: "two scraper services are consumed by the server alone", tests: [signed, ownRights] },
    {
      row: "publishers are created automatically when apps are synced",
      tests: ["sync/phases/identity-fields.test.ts > creates the app's publisher and refreshes its name and address"],
    },
    {
      row: "publishers are also discovered by search",
      tests: [
        "api/publishers/search-publishers.test.ts > creates publishers as it meets them, and their apps with the country as origin and the source on_search",
        "api/apps/search-apps.test.ts > stores unknown apps with their publisher, the country as origin and the source on_search",
      ],
    },
    {
      row: "competitor apps are synced on the same schedule as tracked apps",
      tests: [
        "sync/schedules.test.ts > treats competitor apps as tracked ones, and leaves the rest unless there is room for them",
        "sync/schedules.test.ts > takes tracked and competitor apps as one tier, the longest unsynced first",
      ],
    },
    {
      row: "background jobs run a phased sync pipeline per app",
      tests: ["sync/full-sync.test.ts > goes through identity, listings, metrics and finalize on the run's own queue"],
    },
    {
      row: "background jobs run chart jobs per platform",
      tests: [
        "charts/start-daily-charts.test.ts > of %s are three collections in each of its %i storefronts and each of its %i categories of apps",
        "charts/fetch-chart.test.ts > has the chart fetched and stored in the order of its ranks",
        ownRights,
      ],
    },
    {
      row: "queues are sync-tracked, sync-on-demand and charts, each of ios and android",
      tests: ["infra/stacks.test.ts > are the six of the specification, each with its dead-letter queue"],
    },
    {
      row: "iOS and Android work never block each other",
      tests: [
        "sync/schedules.test.ts > sends each platform's apps to its own tracked queue",
        ownRights,
        "sync/schedules.test.ts > sends to one platform's queue though the other's rejects",
      ],
    },
    {
      row: "connectors hide HTTP communication with the scrapers and normalize response formats across platforms",
      tests: [
        "stores/connector-contract.ts > finds the identity of an app",
        "stores/connector-contract.ts > finds each listing that is asked, in the order asked",
        "stores/catalogue-agreement.test.ts > agrees with the catalogue on identity",
        "architecture/layering.test.ts > names every rule that is broken, and where",
      ],
    },
    {
      row: "a scraper 404 is permanently not available; other errors are retryable",
      tests: [
        "stores/scraper-client.test.ts > takes a 404 with the scraper's own body as an empty response, and does not ask again",
        "stores/quick-retry.test.ts > asks once more after a failure and gives the second response",
      ],
    },
    {
      row: "interactive documentation is served at /api/documentation when enabled by configuration",
      tests: [
        "infra/documentation.test.ts > has its page and the endpoints of its sessions in stage $name",
        "infra/documentation.test.ts > has neither route nor function where it is off, and is off in production",
        "e2e/operations.test.ts > serves the documentation at %s, without a token",
        "browser/documentation.browser.ts > is found with a slash at the end of its address, and works there as well",
        "browser/documentation.browser.ts > shows every operation, without a complaint or a request that leaves the host",
        "api/documentation/show-page.test.ts > returns a page that loads nothing but its own assets, by links that work behind any host",
      ],
    },
  ],
};

export const authentication: Section = {
  section: "Authentication",
  rows: [
    {
      row: "register and login return a token in data.token",
      tests: [
        "api/auth/register-user.test.ts > creates the user and returns it with a token",
        "api/auth/log-in.test.ts > returns the user with a new token, and leaves other tokens valid",
      ],
    },
    {
      row: "protected requests send the header Authorization: Bearer <ACCESS_TOKEN>",
      tests: [withoutToken, "api/authentication.test.ts > rejects every malformed, swapped or altered token"],
    },
    {
      row: "logout revokes the presented token (204)",
      tests: ["api/auth/log-out.test.ts > revokes the presented token and no other"],
    },
    {
      row: "tokens do not expire by default; they end only by explicit logout",
      tests: [
        "api/auth/log-in.test.ts > issues a token that does not expire",
        "api/auth/log-out.test.ts > rejects a revoked token",
      ],
    },
    {
      row: "passwords are hashed with bcrypt using 12 rounds",
      tests: [
        "api/auth/register-user.test.ts > hashes the password with bcrypt, 12 rounds",
        "e2e/operations.test.ts > stores the password as a bcrypt hash of 12 rounds",
      ],
    },
    {
      row: "session defaults: storage driver database, lifetime 120 minutes",
      tests: [
        "api/documentation/open-session.test.ts > keeps sessions as the specification says by default: in the database, for 120 minutes",
      ],
    },
    {
      row: "register, login, logout and me are rate limited to 5 requests per minute",
      tests: [
        `${limited.byAddress} > admits exactly 5 of 300 registrations that come at once`,
        `${limited.byAddress} > admits exactly 5 of 300 logins that come at once`,
        `${limited.byUser} > admits exactly 5 of 300 logouts that come at once, and revokes no token of the others`,
        `${limited.byUser} > admits exactly 5 of 300 requests for the user that come at once`,
      ],
    },
    {
      row: "a missing or invalid token gets 401",
      tests: [withoutToken, "api/authentication.test.ts > rejects every malformed, swapped or altered token"],
    },
  ],
};
