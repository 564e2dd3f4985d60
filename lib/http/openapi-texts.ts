import type { ErrorCode } from "../errors.ts";
import type { Contract, RateLimit } from "./contract.ts";

export const descriptionOfTheApi = `Shelfwatch tracks apps on the App Store and Google Play: listings in every language, ratings, availability, charts, publishers and competitors.

**Tokens.** Register, unless registration is closed, or log in, and send the returned token as \`Authorization: Bearer <token>\`. The token does not expire; logout revokes it. Programs should use API tokens, which can be read-only and can expire.

**Passwords.** After 10 wrong passwords for one account from one IP address within 15 minutes, further attempts from that address are rejected with 429 and \`Retry-After\` until the 15 minutes have passed. After 100 wrong passwords from unknown addresses together, attempts from all unknown addresses are rejected in the same way. An address is known for 30 days after the account last logged in from it. Tokens are not affected.

**Limits.** Requests are counted per minute: 5 per IP address for \`/auth/register\` and \`/auth/login\` together, 5 per user for \`/auth/logout\` and \`/auth/me\` together, and 60 per user for everything else (500 on a local host). Requests without a valid token are counted per IP address with the same limits. They do not count against valid tokens from that address. Every counted response states how many requests are left. A request over the limit is rejected with 429 and \`Retry-After\`.

**Allowances.** Each user also has daily allowances (UTC days): 500 searches, suggestions and lists of a publisher's apps together, and 30 requested syncs (10,000 and 1,000 on a local host). Failed requests are not counted. When an allowance is used up, the response is 429, \`Retry-After\` shows when the day ends, and \`allowance\` names the allowance. Registering, tracking and importing apps do not use an allowance. However, each deployment limits how many apps one user follows, by default 10,000 tracked apps and competitors together. A request beyond that limit is rejected with 422.

**Stores.** The stores allow few requests. Searches, suggestions and lists of a publisher's store apps call a store while the client waits. They wait up to 5 seconds until a request to the store is allowed. If the wait would be longer, the response is 429 with \`Retry-After\`, and the rate limit headers show the store's limit. While the store rejects requests, the response is 503. Identical requests that arrive at the same time share one call. Identical app searches and suggestions within ten minutes share one result; \`meta.searched_at\` shows when the store was searched. A missing chart is fetched within minutes. The number of missing charts that a user can request per day is limited, as \`meta.refresh\` shows.

**Responses.** The body of a success is \`{"data": …}\`. Paginated lists also have \`meta\` and \`links\`, and accept \`page\` and \`per_page\`. A missing value is null; its field is never left out. Times are RFC 3339 in UTC.

**Caches.** Most reads have an \`ETag\`. Send it back as \`If-None-Match\`, and the response is 304 without a body as long as nothing has changed. HTTP caches do this automatically. Charts and listings of past days can be cached for a day. Bodies of 2 KB or more are sent as gzip to clients that accept it.

**Examples** were recorded from the service with invented apps. Long lists are cut to three rows. Times, tokens and run ids are made up.

**Errors** are \`application/problem+json\` (RFC 9457). With 422, \`errors\` contains messages by field.

**The gateway** in front of the service sends these responses itself:

- 400: the percent-encoding of the path is broken.
- 413: the body is larger than 10 MB.
- 429: there are more requests than the deployment accepts.
- 500: the service ended without a response.
- 503: the service did not respond in time, or is overloaded.

These responses are \`application/json\`, \`{"message": …}\`. They do not have the service's headers: no rate limits, no \`Cache-Control\` and no \`X-Content-Type-Options\`. Input that is not valid HTTP is rejected without a body.`;

export const tagDescriptions: Readonly<Record<string, string>> = {
  account: "The caller's own account, password, tokens and last visit.",
  apps: "Find apps, track them and read their listings.",
  auth: "Registration, login, logout and the current user.",
  changes: "Changes of listings, prices, availability and facts.",
  categories: "The stores' categories.",
  charts: "Daily charts of the stores.",
  competitors: "Each user defines their own competitors of an app.",
  countries: "Countries that have a storefront.",
  dashboard: "A summary of the followed apps.",
  events: "Events of followed apps, each of which combines related changes.",
  explorer: "Icons and screenshots of all known apps.",
  feeds: "Addresses at which feed readers read events.",
  keywords: "Words and phrases in listings, terms that the stores suggest, and terms that users track.",
  notes: "Notes of the caller about days and apps.",
  publishers: "Find publishers, list their apps and import apps.",
  ratings: "Ratings in total, by storefront and by day.",
  sync: "Show an app's sync status and request a sync.",
  tags: "Tags that the caller gives to apps and competitors.",
  views: "Addresses of the dashboard that the caller has saved under names.",
  webhooks: "Addresses to which signed events are sent, and the responses of their receivers.",
};

const limitTexts: Readonly<Record<RateLimit, string>> = {
  auth_ip: "Each IP address can send 5 requests per minute to register and login together.",
  auth_user:
    "Each user can send 5 requests per minute to `/auth/logout` and `/auth/me` together. " +
    "Without a valid token, the limit is per IP address.",
  feed: "Each IP address can request 60 feeds per minute, and each feed can be requested 60 times per hour.",
  link: "Each IP address can open 60 links of mails per minute.",
  oauth: "Each IP address can send 600 requests of OAuth per minute.",
  user: "The request counts towards the user's requests per minute.",
};

export function describeLimits({ allowance, rateLimit }: Pick<Contract, "allowance" | "rateLimit">): string {
  if (allowance === undefined) return limitTexts[rateLimit];
  return `${limitTexts[rateLimit]} If it succeeds, it also counts towards the user's daily allowance \`${allowance}\`.`;
}

export const successTexts: Readonly<Record<Contract["success"]["status"], string>> = {
  200: "Success.",
  201: "The resource was created, or it existed already.",
  202: "The request was accepted. Processing continues in the background.",
  204: "Success without a body.",
};

export const rejectionTexts: Readonly<Record<ErrorCode, string>> = {
  malformed_body: "The body is not valid JSON.",
  unauthenticated: "The token is missing, unknown, revoked or expired. At login, the email or the password is wrong.",
  forbidden: "The token does not have the required ability.",
  registration_closed: "Registration is closed. The operator of this deployment creates the accounts.",
  not_found: "The resource does not exist or belongs to another user.",
  listing_not_stored:
    "The app is known, but its listing in this language is not stored. `sync_status` shows whether a sync is running.",
  method_not_allowed: "The address does not support this method.",
  conflict: "The resource already exists.",
  cursor_expired: "The cursor cannot be continued. `from` is the earliest time from which events can be read again.",
  feed_deleted: "The feed has been deleted.",
  body_too_large: "The body is larger than 256 KiB.",
  unsupported_media_type: "The body is not sent as application/json, or it is compressed.",
  invalid_input: "A field is invalid or breaks a rule of the service.",
  rate_limited:
    "The request exceeds a limit: requests per minute, a daily allowance, requests to the store, or wrong passwords.",
  store_failed: "The store returned a response that cannot be used.",
  store_unavailable: "The store is rejecting requests at the moment, or requests to it are paused.",
  store_timed_out: "The store did not respond in time.",
  documents_unavailable: "The service cannot read documents of clients at the moment.",
  database_unavailable: "The database cannot be reached at the moment.",
};

export const NOT_MODIFIED_TEXT = "The body still matches the ETag in If-None-Match.";

export const UNEXPECTED_TEXT = "An unexpected error occurred.";
