import type { ErrorCode } from "../errors.ts";
import type { Contract, RateLimit } from "./contract.ts";

export const descriptionOfTheApi = `Tracks apps on the App Store and Google Play: listings in every language, ratings, availability, charts, publishers and competitors.

**Tokens.** Register, unless the deployment has closed registration, or log in, and send the token as \`Authorization: Bearer <token>\`. It is valid until the user logs out with it. For programs, create API tokens, which may be limited to reading and may expire.

**Passwords.** After 10 wrong passwords of an account from one IP address within 15 minutes, all from there are rejected until the 15 minutes have passed, with 429 and \`Retry-After\`; after 100 from all addresses together, those from addresses at which the account has not logged in for 30 days. Tokens are not affected.

**Limits.** Requests are counted in windows of a minute: 5 per IP address for register and login together, 5 per user for logout and me together, and 60 per user for everything else (500 on a local host). Requests without a valid token are counted by IP address within the same limits, which a valid token from that address does not share. Every counted response states how many requests are left; over the limit it is 429 with \`Retry-After\`.

**Allowances.** Beside these, each user has allowances of a day in UTC: 500 searches and lists of a publisher's apps together, and 30 requested syncs (10,000 and 1,000 on a local host). A request that fails is not counted. When an allowance is used up the response is 429, \`Retry-After\` says when the day ends, and \`allowance\` names it. Registering, tracking and importing apps have none, but one user follows at most as many apps as the deployment says, 10,000 unless it says otherwise, tracked ones and competitors together: beyond that, 422.

**Stores.** The stores allow few requests. Searches and a publisher's store apps call a store while the client waits, up to 5 seconds for their turn. Where it would take longer the response is 429 with \`Retry-After\`, and the headers show how many requests the store gets; while the store rejects requests it is 503. Identical requests that arrive at once share one call, and the same search of apps within ten minutes is one (\`meta.searched_at\`). A missing chart is fetched within minutes; a user may request a limited number of these a day, as \`meta.refresh\` shows.

**Responses.** The body of a success is \`{"data": …}\`; lists that grow add \`meta\` and \`links\`, and accept \`page\` and \`per_page\`. A missing value is null, never absent. Times are RFC 3339 in UTC.

**Caches.** Most reads have an \`ETag\`: send it back as \`If-None-Match\`, and the response is 304 without a body while nothing has changed. HTTP caches do so by themselves. Charts of days that are over may be kept for a day. Bodies of 2 KB and more are sent as gzip to clients that accept it.

**Examples** were recorded from the service with invented apps. Long lists in them are cut to three rows; times, tokens and ids of runs are made up.

**Errors** are \`application/problem+json\` (RFC 9457). With 422, \`errors\` holds messages by field.

**The gateway** in front of the service responds itself where no function does: to a path whose percent-encoding is broken (400), a body over 10 MB (413), more requests than the deployment accepts (429), and when the service ends without a response (500) or does not respond in time (503). These are \`application/json\`, \`{"message": …}\`, without the service's headers: no limits, \`Cache-Control\` or \`X-Content-Type-Options\`. What is not HTTP at all is rejected without a body.`;

export const tagDescriptions: Readonly<Record<string, string>> = {
  account: "The caller's own account, password and tokens.",
  apps: "Find apps, track them, read their listings.",
  auth: "Accounts and tokens.",
  changes: "What changed in the listings, prices and availability of apps.",
  categories: "The stores' categories.",
  charts: "The stores' charts, day by day.",
  competitors: "Apps that a user compares with an app. Each user has their own.",
  countries: "The storefronts.",
  dashboard: "What has happened to the apps that a user follows.",
  explorer: "Icons and screenshots of all known apps.",
  keywords: "The words and phrases of listings.",
  publishers: "The developers of apps: find them, list their apps, import apps.",
  ratings: "An app's ratings over all storefronts, by storefront and by day.",
  sync: "The state of an app's data, and requests to refresh it.",
};

const limitTexts: Readonly<Record<RateLimit, string>> = {
  auth_ip: "Limit: 5 requests a minute per IP address, register and login together.",
  auth_user: "Limit: 5 requests a minute per user, logout and me together; without a valid token, per IP address.",
  user: "Counts towards the user's requests per minute.",
};

/** Returns what an operation says of its limits. */
export function describeLimits({ allowance, rateLimit }: Pick<Contract, "allowance" | "rateLimit">): string {
  if (allowance === undefined) return limitTexts[rateLimit];
  return `${limitTexts[rateLimit]} Unless it fails, it counts towards the user's allowance \`${allowance}\` of the day.`;
}

export const successTexts: Readonly<Record<Contract["success"]["status"], string>> = {
  200: "Success.",
  201: "Created, or existed already.",
  202: "Accepted; processing continues in the background.",
  204: "Success without a body.",
};

export const rejectionTexts: Readonly<Record<ErrorCode, string>> = {
  malformed_body: "The body is not valid JSON.",
  unauthenticated:
    "No token, or one that is unknown, revoked or expired. At login: the email or the password is wrong.",
  forbidden: "The token does not have the required ability.",
  registration_closed: "Registration is closed: who runs this deployment creates the accounts.",
  not_found: "The resource does not exist, or belongs to another user.",
  listing_not_stored:
    "The app is known, but no listing of it is stored in the language. `sync_status` shows whether a sync is under way.",
  method_not_allowed: "The address does not support this method.",
  conflict: "The resource exists already.",
  body_too_large: "The body is larger than 256 KiB.",
  unsupported_media_type: "The body is not sent as application/json, or is compressed.",
  invalid_input: "A field is invalid, or breaks a rule of the service.",
  rate_limited:
    "Over the requests per minute, over an allowance of the day, for operations that call a store over what it gets at the moment, or for those that take a password after too many wrong ones.",
  store_failed: "The store returned a response that cannot be used.",
  store_unavailable: "The store rejects requests at the moment.",
  store_timed_out: "The store did not respond in time.",
  database_unavailable: "The database cannot be reached at the moment.",
};

export const NOT_MODIFIED_TEXT = "The body is still the one whose ETag the request names in If-None-Match.";

export const UNEXPECTED_TEXT = "An unexpected error occurred.";
