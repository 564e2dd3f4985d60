import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { OAUTH_REQUESTS_PER_ADDRESS, type OAuthError, parametersOf } from "../domain/oauth.ts";
import { type AppError, type ErrorCode, oauthError } from "../errors.ts";
import { type Admission, assertWithin, networkOf, tokenAdmission } from "./admit-request.ts";
import type { BodyFormat } from "./endpoint.ts";
import { headersOfEveryResponse, retryAfterOf, statusByCode, UNEXPECTED_STATUS } from "./error-response.ts";
import { readBodyText, readJsonBody } from "./request-input.ts";

/** Clients of OAuth have no secret of their own. Codes and tokens in their requests prove what they may do. */
export const oauthAdmission: Admission = {
  ...tokenAdmission,
  oauth: async (context) => {
    const state = await countHit(context.deps.db, { bucket: `oauth:ip:${networkOf(context)}` });
    assertWithin(context, state, { allowed: OAUTH_REQUESTS_PER_ADDRESS, period: "a minute" });
    return {};
  },
};

/** `invalid` is the error of a request that does not keep to the contract. */
function respondWith(invalid: OAuthError): BodyFormat["errorResponse"] {
  return (error) => ({
    statusCode: statusOf(error),
    headers: { ...headersOfEveryResponse, "content-type": "application/json", ...retryAfterOf(error) },
    body: JSON.stringify({
      error: error?.oauth ?? (isInvalid(error) ? invalid : nameOf(error)),
      error_description: error === undefined ? "An unexpected error occurred." : describe(error),
    }),
  });
}

/** A client that registers sends JSON (RFC 7591). */
export const oauthJson: BodyFormat = {
  readBody: readJsonBody,
  errorResponse: respondWith("invalid_client_metadata"),
};

const FORM = "application/x-www-form-urlencoded";

/** All other requests of clients are forms (RFC 6749). */
export const oauthForm: BodyFormat = {
  readBody: async (event) => {
    const [type = ""] = (event.headers["content-type"] ?? "").split(";");
    if (type.trim().toLowerCase() !== FORM) throw oauthError("invalid_request", `The body must be sent as ${FORM}.`);
    const parameters = parametersOf(readBodyText(event) ?? "");
    if (parameters === undefined) throw oauthError("invalid_request", "A parameter is sent more than once.");
    return parameters;
  },
  errorResponse: respondWith("invalid_request"),
};

const BAD_REQUEST = 400;

const invalidCodes: ReadonlySet<ErrorCode> = new Set(["invalid_input", "malformed_body", "unsupported_media_type"]);

function isInvalid(error: AppError | undefined): boolean {
  return error !== undefined && (invalidCodes.has(error.code) || error.code === "body_too_large");
}

/** RFC 6749 (5.2) gives errors of the client one status. */
function statusOf(error: AppError | undefined): number {
  if (error === undefined) return UNEXPECTED_STATUS;
  if (error.oauth === "invalid_client") return statusByCode.unauthenticated;
  return invalidCodes.has(error.code) ? BAD_REQUEST : statusByCode[error.code];
}

function nameOf(error: AppError | undefined): string {
  return error === undefined ? "server_error" : "temporarily_unavailable";
}

/** Descriptions consist of some characters of ASCII alone (RFC 6749, 5.2). */
function describe({ message }: AppError): string {
  return message.replaceAll('"', "'").replaceAll(/[^\x20-\x7E]|\\/g, "?");
}

/** A response of these standards is JSON without the envelope of the API. */
export function oauthDocument(value: unknown) {
  return { document: { contentType: "application/json", body: JSON.stringify(value) } };
}
