import type { ErrorCode } from "../errors.ts";
import type { RateLimit } from "./contract.ts";

export const descriptionOfTheApi = `Tracks apps on the App Store and Google Play: listings in every language, ratings, availability, charts, publishers and competitors.

**Tokens.** Register or log in, and send the token as \`Authorization: Bearer <token>\`. It ends by logging out.

**Limits.** Requests are counted in windows of a minute: 5 for register and login together by address, 5 for logout and me by user, and for everything else 60 by user (500 on a local host). Every response that was counted says what is left; over the limit it is 429 with \`Retry-After\`.

**Stores.** The stores bear few requests. Searches and a publisher's store apps are put to a store at once, and what they cost is counted by store: over what one user may cause in an hour they are 429, and over what all users together may they are 503, both with \`Retry-After\`. The same request sent twice at once is put to the store once. A missing chart is fetched within minutes; a user may ask for a number of these a day, as \`meta.refresh\` says.

**Responses.** The body of a success is \`{"data": …}\`; lists that grow add \`meta\` and \`links\`, and take \`page\` and \`per_page\`. A missing value is null, never absent. Times are RFC 3339 in UTC.

**Examples** were recorded from the service with invented apps. Long lists in them are cut to three rows; times, tokens and ids of runs are made up.

**Errors** are \`application/problem+json\` (RFC 9457). With 422, \`errors\` holds sentences by field.

**The gateway** in front of the service responds itself where no function does: to a path whose percent-encoding is broken (400), a body over 10 MB (413), more requests than the deployment takes (429), and when the service ends without a response (500) or does not respond in time (503). These are \`application/json\`, \`{"message": …}\`, without the service's headers: no limits, \`Cache-Control\` or \`X-Content-Type-Options\`. What is no HTTP at all is rejected without a body.`;

export const tagDescriptions: Readonly<Record<string, string>> = {
  apps: "Find apps, track them, read their listings.",
  auth: "Accounts and tokens.",
  charts: "The stores' charts, day by day.",
  competitors: "Apps that a user compares with an app. Each user has their own.",
  countries: "The storefronts.",
  publishers: "Who makes the apps.",
  sync: "How current the data of an app is.",
};

export const limitTexts: Readonly<Record<RateLimit, string>> = {
  auth_ip: "5 requests a minute from one address, over register and login.",
  auth_user: "5 requests a minute of one user, over logout and me.",
  user: "Counted in the user's minute.",
};

export const successTexts: Readonly<Record<number, string>> = {
  200: "What was asked for.",
  201: "What was created, or was there already.",
  202: "Taken up; the work goes on.",
  204: "Done; there is nothing to say.",
};

export const rejectionTexts: Readonly<Record<ErrorCode, string>> = {
  malformed_body: "The body is not JSON.",
  unauthenticated:
    "No token, or one that is unknown, revoked or expired. At login: the email or the password is wrong.",
  forbidden: "The token does not have the ability.",
  not_found: "There is nothing at this address, or it belongs to somebody else.",
  listing_not_stored:
    "The app is known, and no listing of it is stored in the language: `sync_status` says whether a sync is under way.",
  method_not_allowed: "The address does not support this method.",
  conflict: "It exists already.",
  body_too_large: "The body is larger than 256 KiB.",
  unsupported_media_type: "The body is not sent as application/json, or is compressed.",
  invalid_input: "A field is wrong, or a rule rejects it.",
  rate_limited: "Over the limit of a minute or, where a store is asked, of what one user may ask it in an hour.",
  store_failed: "The store returned what could not be used.",
  store_unavailable: "The store rejects requests for now, or was asked as often as it allows.",
  store_timed_out: "The store did not respond in time.",
  database_unavailable: "The database cannot be reached at the moment.",
};

export const UNEXPECTED_TEXT = "Something went wrong on our side.";
