/** Every fault of a store by name; each is described in the file of its group. */

export const cannedKinds = [
  "not_found_json",
  "not_found_html",
  "error_body",
  "unauthorized",
  "forbidden",
  "too_many_requests",
  "too_many_requests_seconds",
  "too_many_requests_date",
  "server_error",
  "bad_gateway_html",
  "unavailable",
  "garbage",
  "empty_body",
  "captcha",
  "redirect_link_local",
  "redirect_consent",
] as const;

export const brokenConnectionKinds = [
  "timeout",
  "reset",
  "disconnect",
  "reset_in_body",
  "stall",
  "hang_after_headers",
  "slow_body",
] as const;

export const brokenFramingKinds = [
  "short_content_length",
  "long_content_length",
  "broken_chunk",
  "endless_chunks",
] as const;

export const floodKinds = ["gzip_bomb", "padded_to_5_mb", "padded_to_200_mb"] as const;

/** The usual response with a defect. */
export const spoiltResponseKinds = [
  "truncated_json",
  "invalid_utf8",
  "byte_order_mark",
  "wrong_types",
  "null_names",
  "negative_numbers",
  "not_a_number",
  "nul_characters",
  "lone_surrogates",
  "long_texts",
  "proto_keys",
] as const;

export const faultKinds = [
  ...cannedKinds,
  ...brokenConnectionKinds,
  ...brokenFramingKinds,
  ...floodKinds,
  ...spoiltResponseKinds,
] as const;
export type FaultKind = (typeof faultKinds)[number];
