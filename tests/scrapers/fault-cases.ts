import type { FaultKind } from "../../infra/store-simulator/faults/fault-kinds.ts";
import type { FaultResponse } from "../../infra/store-simulator/faults/fault-rule.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { ScraperFailureReason } from "../../scrapers/contracts/records.ts";

/** The response of a route while all of its requests to the store have one fault. */
export type Expected =
  | {
      readonly outcome: "failed";
      readonly status: number;
      readonly reason: ScraperFailureReason;
      readonly retryAfter?: string | undefined;
    }
  /** The fault has no effect. */
  | { readonly outcome: "found" }
  /** Means "not found" at the address of the requested thing, and is invalid elsewhere. */
  | { readonly outcome: "absent" };

export type FaultCase = {
  readonly fault: string;
  readonly respond: FaultResponse;
  readonly expected: Readonly<Record<Platform, Expected>>;
};

function failed(reason: ScraperFailureReason, status = 500, retryAfter?: string): Expected {
  return { outcome: "failed", status, reason, retryAfter };
}
const both = (expected: Expected) => ({ ios: expected, android: expected });
const throttled = (retryAfter?: string) => both(failed("http_429", 429, retryAfter));

const unreadable = both(failed("invalid_response"));
const broken = both(failed("network_error"));
const silent = both(failed("timeout"));
const unavailable = both(failed("http_5xx"));
const harmless = both({ outcome: "found" });
/** Apple's APIs report a missing app in the body of a 200. */
const absent = { ios: failed("invalid_response"), android: { outcome: "absent" } } as const;
/** Only Google sends robots such pages. */
const challenged = { ios: failed("invalid_response"), android: failed("http_429", 429) };

const byKind: Readonly<Record<FaultKind, FaultCase["expected"]>> = {
  not_found_json: absent,
  not_found_html: absent,
  error_body: unreadable,
  invalid_id: unreadable,
  unauthorized: unreadable,
  forbidden: { ios: failed("http_403", 429), android: failed("http_403") },
  too_many_requests: throttled(),
  too_many_requests_seconds: throttled("7"),
  too_many_requests_date: throttled("120"),
  server_error: unavailable,
  bad_gateway_html: unavailable,
  unavailable,
  garbage: unreadable,
  empty_body: unreadable,
  captcha: challenged,
  redirect_link_local: unreadable,
  redirect_consent: challenged,
  timeout: silent,
  reset: broken,
  disconnect: broken,
  reset_in_body: broken,
  stall: silent,
  hang_after_headers: silent,
  slow_body: silent,
  short_content_length: unreadable,
  long_content_length: broken,
  broken_chunk: broken,
  endless_chunks: unreadable,
  gzip_bomb: unreadable,
  padded_to_5_mb: unreadable,
  padded_to_200_mb: unreadable,
  truncated_json: unreadable,
  invalid_utf8: unreadable,
  byte_order_mark: harmless,
  wrong_types: unreadable,
  null_names: unreadable,
  negative_numbers: unreadable,
  not_a_number: unreadable,
  // Scrapers pass texts on unchanged; connectors clean them for the database.
  nul_characters: harmless,
  lone_surrogates: harmless,
  long_texts: harmless,
  proto_keys: harmless,
};

/** Faults of the names and numbers of apps. */
export const faultsOfNamesAndNumbers = ["wrong_types", "null_names", "negative_numbers", "not_a_number"];

/** Faults of the one record in a response, or of the one id in a request. */
export const faultsOfOneRecord = ["400", "invalid_id", ...faultsOfNamesAndNumbers];

const redirect = (location: string) => ({ status: 302, headers: { location } });

export const faultCases: readonly FaultCase[] = [
  // Object.entries widens its keys to strings.
  ...(Object.keys(byKind) as FaultKind[]).map((kind) => ({ fault: kind, respond: kind, expected: byKind[kind] })),
  { fault: "400", respond: { status: 400 }, expected: unreadable },
  {
    fault: "503 with Retry-After",
    respond: { status: 503, headers: { "retry-after": "9" } },
    expected: both(failed("http_5xx", 503, "9")),
  },
  { fault: "redirect to another host", respond: redirect("https://attacker.example/"), expected: unreadable },
  { fault: "redirect to the captcha", respond: redirect("https://www.google.com/sorry/index"), expected: challenged },
];
