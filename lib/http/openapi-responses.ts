import * as z from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";

import { allowances, type DayAllowances } from "../domain/day-allowance.ts";
import { syncPhaseSchema, syncStates } from "../domain/sync-phase.ts";
import {
  AppError,
  cursorExpired,
  documentsUnavailable,
  type ErrorCode,
  followsTooMany,
  notFound,
  registrationClosed,
} from "../errors.ts";
import { describeStoreFailure } from "../stores/live-store-error.ts";
import { AUTH_REQUESTS_PER_MINUTE } from "./admit-request.ts";
import { type Contract, hasFields } from "./contract.ts";
import { allowanceUsedUp } from "./day-allowance.ts";
import { PROBLEM_CONTENT_TYPE, problemResponse, statusByCode } from "./error-response.ts";
import { withGatewayResponses } from "./gateway-responses.ts";
import {
  type OperationExample,
  type ProblemExample,
  problemExampleSchema,
  responsesOfStatus,
} from "./openapi-example.ts";
import { etagHeader, limitHeaders, rejectionHeaders } from "./openapi-headers.ts";
import { NOT_MODIFIED_TEXT, rejectionTexts, successTexts, UNEXPECTED_TEXT } from "./openapi-texts.ts";
import { isCacheable } from "./representation.ts";
import { bodySchema } from "./success-response.ts";

const UNEXPECTED_STATUS = 500;
const EXAMPLE_FOLLOWED_MAX = 10_000;
const EXAMPLE_ALLOWANCES: DayAllowances = { store_requests: 500, syncs: 30 };
const EXAMPLE_FROM = "2025-12-10T09:00:00Z";
const NOT_MODIFIED_STATUS = 304;

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Messages by field; nested fields are joined with dots. Sent only with 422." }),
    allowance: z
      .enum(allowances)
      .optional()
      .meta({ description: "The daily allowance that is used up. Sent only with 429." }),
    sync_status: z
      .object({ status: z.enum(syncStates).nullable(), current_step: syncPhaseSchema().nullable() })
      .optional()
      .meta({
        description:
          "The status and step of the last sync. Both are null if the app was never synced. Sent only with " +
          "`listing-not-stored`.",
      }),
    from: z.string().optional().meta({
      format: "date-time",
      description: "The earliest time from which events can be read again. Sent only with 410.",
    }),
  })
  .meta({ id: "Problem", description: "An error as defined by RFC 9457." });

export function successesOf(contract: Contract, example: OperationExample): ZodOpenApiResponsesObject {
  const { status } = contract.success;
  const schema = bodySchema(contract.success);
  const content = schema && { "application/json": { schema, ...successExamples(example, status) } };
  const isTagged = isCacheable(contract);
  const headers = isTagged ? { ...limitHeaders, ...etagHeader } : limitHeaders;
  return {
    [status]: { description: successTexts[status], headers, ...(content && { content }) },
    ...(isTagged && { [NOT_MODIFIED_STATUS]: { description: NOT_MODIFIED_TEXT, headers } }),
  };
}

function successExamples(example: OperationExample, status: number) {
  const recorded = responsesOfStatus(example, status);
  if (recorded.length <= 1) return { example: recorded[0]?.body };
  return { examples: Object.fromEntries(recorded.map(({ name, body }) => [name, { value: body }])) };
}

export function rejectionsOf(contract: Contract, example: OperationExample): ZodOpenApiResponsesObject {
  const codes = rejectionCodes(contract);
  const statuses = [...new Set(codes.map((code) => statusByCode[code]))];
  const entries = statuses.map((status) => {
    const ofStatus = codes.filter((code) => statusByCode[code] === status);
    return [
      String(status),
      rejection({
        status,
        description: ofStatus.map((code) => rejectionTexts[code]).join(" Or: "),
        problems: ofStatus.flatMap((code) => rejectionExamples(code, contract, example)),
      }),
    ];
  });
  const unexpected = rejection({
    status: UNEXPECTED_STATUS,
    description: UNEXPECTED_TEXT,
    problems: [problemOf(undefined)],
  });
  return withGatewayResponses(contract, { ...Object.fromEntries(entries), [UNEXPECTED_STATUS]: unexpected });
}

export function rejectionCodes(contract: Contract): readonly ErrorCode[] {
  const hasBody = hasFields(contract.body);
  const shared: readonly ErrorCode[] = [
    ...(contract.access === "public" ? [] : (["unauthenticated"] as const)),
    ...(["public", "token"].includes(contract.access) ? [] : (["forbidden"] as const)),
    ...(hasFields(contract.params) ? (["not_found"] as const) : []),
    ...(hasBody ? (["malformed_body", "body_too_large", "unsupported_media_type"] as const) : []),
    ...(hasBody || hasFields(contract.query) ? (["invalid_input"] as const) : []),
    "rate_limited",
    "database_unavailable",
  ];
  return [...new Set([...shared, ...contract.failures])];
}

function rejectionExamples(code: ErrorCode, contract: Contract, example: OperationExample): readonly ProblemExample[] {
  const own = responsesOfStatus(example, statusByCode[code])
    .map(({ body }) => problemExampleSchema.parse(body))
    .filter((problem) => codeOf(problem) === code);
  return own.length > 0 ? own : sharedExamples(code, contract).map(problemOf);
}

function sharedExamples(code: ErrorCode, contract: Contract): readonly AppError[] {
  // Without a body and a query, only this rule can be broken.
  if (code === "invalid_input") return [followsTooMany("external_id", EXAMPLE_FOLLOWED_MAX)];
  if (code === "cursor_expired") return [cursorExpired(EXAMPLE_FROM)];
  const details: Partial<Record<ErrorCode, string>> = {
    malformed_body: "The body is not valid JSON.",
    unauthenticated: "A valid access token is required.",
    forbidden:
      contract.access === "token"
        ? "A connected client may not do this."
        : `The token does not have the ability "${contract.access}".`,
    registration_closed: registrationClosed().message,
    not_found: notFound().message,
    body_too_large: "The body must not be larger than 256 KiB.",
    unsupported_media_type: "The body must be sent as application/json.",
    rate_limited: `More than ${contract.rateLimit === "user" ? 60 : AUTH_REQUESTS_PER_MINUTE} requests in a minute.`,
    store_failed: describeStoreFailure("store_failed", "ios"),
    store_unavailable: describeStoreFailure("store_unavailable", "ios"),
    store_timed_out: describeStoreFailure("store_timed_out", "ios"),
    documents_unavailable: documentsUnavailable().message,
    database_unavailable: "The database cannot be reached at the moment.",
  };
  const detail = details[code];
  const shared = detail === undefined ? [] : [new AppError(code, detail)];
  return code === "rate_limited" && contract.allowance !== undefined
    ? [...shared, allowanceUsedUp(contract.allowance, EXAMPLE_ALLOWANCES[contract.allowance])]
    : shared;
}

function rejection(input: {
  readonly status: number;
  readonly description: string;
  readonly problems: readonly ProblemExample[];
}): ZodOpenApiResponseObject {
  const { status, description, problems } = input;
  const examples = problems.map((problem, index) => {
    const name = codeOf(problem) ?? "unexpected";
    const repeats = problems.slice(0, index).filter((earlier) => codeOf(earlier) === codeOf(problem)).length;
    return [
      repeats === 0 ? name : `${name}_${repeats + 1}`,
      { summary: codeOf(problem) === undefined ? description : problem.detail, value: problem },
    ];
  });
  return {
    description,
    ...(rejectionHeaders[status] === undefined ? {} : { headers: rejectionHeaders[status] }),
    content: { [PROBLEM_CONTENT_TYPE]: { schema: problem, examples: Object.fromEntries(examples) } },
  };
}

function problemOf(error: AppError | undefined): ProblemExample {
  return problemExampleSchema.parse(JSON.parse(problemResponse(error).body));
}

function codeOf({ type }: ProblemExample): string | undefined {
  return /^urn:shelfwatch:problem:(.+)$/.exec(type)?.[1]?.replaceAll("-", "_");
}
