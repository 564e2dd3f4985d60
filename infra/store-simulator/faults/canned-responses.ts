import { invalidValue } from "../apple/invalid-value.ts";
import { html, json, type StoreResponse } from "../store-route.ts";
import { type Responder, sendResponse } from "./responder.ts";

const RETRY_AFTER_SECONDS = 7;
const RETRY_AFTER_DATE_SECONDS = 120;

export const cannedResponses = {
  not_found_json: always(json(404, JSON.stringify({ errorMessage: "Not found" }))),
  not_found_html: always(html(404, "<!doctype html><html><body><h1>Not found</h1></body></html>")),
  error_body: always(json(200, JSON.stringify({ errorMessage: "Something went wrong", errorCode: 5002 }))),
  /** Lookup responds with this to a list with an id that it rejects. */
  invalid_id: always(invalidValue("itunesId")),
  unauthorized: always(html(401, "Unauthorized")),
  forbidden: always(html(403, "")),
  too_many_requests: always(html(429, "Too many requests")),
  too_many_requests_seconds: always(later(String(RETRY_AFTER_SECONDS))),
  too_many_requests_date: ({ response, now }) =>
    sendResponse(response, later(new Date(now() + RETRY_AFTER_DATE_SECONDS * 1_000).toUTCString())),
  server_error: always(json(500, JSON.stringify({ errorMessage: "Internal error" }))),
  bad_gateway_html: always(html(502, "<html><body><h1>502 Bad Gateway</h1></body></html>")),
  unavailable: always(html(503, "")),
  garbage: always(html(200, "<html><body><h1>Scheduled maintenance</h1></body></html>")),
  empty_body: always(html(200, "")),
  captcha: ({ response }) => sendResponse(response, html(200, captchaPage)),
  redirect_link_local: always(redirect("http://169.254.169.254/latest/meta-data/")),
  redirect_consent: always(redirect("https://consent.google.com/ml?continue=https://play.google.com/")),
} satisfies Readonly<Record<string, Responder>>;

const captchaPage =
  "<html><head><title>Sorry...</title></head><body><p>Our systems have detected unusual traffic from your computer " +
  'network.</p><form id="captcha-form"><script src="https://www.google.com/recaptcha/api.js"></script></form>' +
  "</body></html>";

function always(reply: StoreResponse): Responder {
  return ({ response }) => sendResponse(response, reply);
}

function later(retryAfter: string): StoreResponse {
  return { status: 429, headers: { "retry-after": retryAfter }, body: "Too many requests" };
}

function redirect(location: string): StoreResponse {
  return { status: 302, headers: { location }, body: "" };
}
