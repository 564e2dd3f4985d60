import type { Section } from "./row.ts";

const address = "api/rate-limits-by-address.test.ts";
const user = "api/rate-limits-by-user.test.ts";

export const limits: Section = {
  section: "Limits",
  rows: [
    {
      row: "authentication endpoints: 5 requests per minute",
      tests: [
        `${address} > shares one bucket between register and login`,
        `${user} > shares one bucket between logout and me, over all tokens of the user`,
        `${address} > keeps the window that the first request opened, and opens the next after 60 seconds`,
      ],
    },
    {
      row: "two users and two addresses share no bucket",
      tests: [
        `${address} > shares no bucket between two addresses`,
        `${user} > shares no bucket between two users at one address`,
      ],
    },
    {
      row: "a spoofed forwarding header changes nothing",
      tests: [
        `${address} > gives %s neither other buckets nor anybody else's for a forged %s`,
        "e2e/host.test.ts > counts requests by the address that they come from, whatever a header says of it",
      ],
    },
    {
      row: "429 comes before any password is hashed",
      tests: [`${address} > rejects before any password is hashed or compared`],
    },
    {
      row: "all other endpoints: 500 per minute in the local environment",
      tests: ["infra/rate-limit-stages.test.ts > are 500 on every function of the local host"],
    },
    {
      row: "all other endpoints: 60 per minute in production",
      tests: [
        "infra/rate-limit-stages.test.ts > are 60 on every function of the deployed stage $name",
        `${user} > admits exactly as many of 300 requests that come at once as the stage allows`,
      ],
    },
    {
      row: "X-RateLimit-Limit and X-RateLimit-Remaining on every response made after the limiter ran",
      tests: [
        "api/rate-limits-headers.test.ts > are X-RateLimit-Limit and X-RateLimit-Remaining on a %i",
        "api/rate-limits-headers.test.ts > are on no response that was made before the request was counted",
      ],
    },
    {
      row: "chart results, iOS scraper: max 200",
      tests: [
        "scrapers/charts.test.ts > returns as many as the store gives, up to two hundred",
        "scrapers/charts.test.ts > rejects the size %j with 422",
      ],
    },
    {
      row: "chart results, Android scraper: max count 200",
      tests: [
        "scrapers/charts.test.ts > returns as many as the store gives, up to two hundred",
        "scrapers/charts.test.ts > rejects the size %j with 422",
      ],
    },
    {
      row: "session lifetime: 120 minutes",
      tests: [
        "api/documentation/open-session.test.ts > returns 204 with a cookie that no script reads, for the documentation alone, of 120 minutes",
        "api/documentation/issue-session-token.test.ts > rejects the token once the session has expired",
      ],
    },
    {
      row: "token lifetime: no expiry by default",
      tests: ["api/auth/log-in.test.ts > issues a token that does not expire"],
    },
  ],
};

export const versioning: Section = {
  section: "Versioning",
  rows: [
    {
      row: "the server API is versioned by the path prefix /api/v1",
      tests: [
        "infra/stacks.test.ts > give every endpoint of the registry a route",
        "http/fallback.test.ts > returns 404 to %s %s",
      ],
    },
    {
      row: "the scraper services carry no version in their paths",
      tests: ["architecture/specification.test.ts > has a route of the $platform scraper for every row of its table"],
    },
  ],
};
