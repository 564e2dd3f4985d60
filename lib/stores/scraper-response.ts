import type * as z from "zod";

import { type ScraperError, scraperErrorSchema } from "../../scrapers/contracts/records.ts";
import type { FailureReason } from "../domain/failed-item.ts";
import type { StoreFailure } from "./records.ts";
import { ScraperAccessError, ScraperContractError } from "./scraper-errors.ts";

export type ScraperResponse<Body> =
  | { readonly outcome: "responded"; readonly body: Body }
  | { readonly outcome: "empty_response" }
  | { readonly outcome: "failed"; readonly failure: StoreFailure; readonly cause?: unknown };

/** What came over the wire; `text` is null when the body was too large. */
export type RawResponse = {
  readonly status: number;
  readonly text: string | null;
  readonly retryAfterSeconds: number | null;
};

/** No such route, no such method, parameters out of bounds. */
const REJECTED_REQUEST_STATUSES: readonly number[] = [400, 405, 422];

/** Says what a response means, by its status and shape alone. Throws for faults that are ours and not the store's. */
export function interpretResponse<Body>(
  raw: RawResponse,
  request: { readonly operation: string; readonly schema: z.ZodType<Body> },
): ScraperResponse<Body> {
  const json = parseJson(raw.text);
  return raw.status >= 200 && raw.status <= 299
    ? interpretSuccess(raw, request.schema.safeParse(json))
    : interpretRejection(raw, request.operation, readScraperError(raw.status, json));
}

function interpretSuccess<Body>(raw: RawResponse, parsed: z.ZodSafeParseResult<Body>): ScraperResponse<Body> {
  return parsed.success
    ? { outcome: "responded", body: parsed.data }
    : { outcome: "failed", failure: failureOf(raw, "invalid_response"), cause: parsed.error };
}

function interpretRejection(
  raw: RawResponse,
  operation: string,
  scraperError: ScraperError | undefined,
): ScraperResponse<never> {
  if (scraperError === undefined && (raw.status === 401 || raw.status === 403)) {
    throw new ScraperAccessError({ status: raw.status, detail: `${operation} was rejected before the scraper saw it` });
  }
  if (scraperError !== undefined && REJECTED_REQUEST_STATUSES.includes(raw.status)) {
    throw new ScraperContractError({ operation, detail: scraperError.error });
  }
  if (scraperError?.statusCode === 404) return { outcome: "empty_response" };

  return { outcome: "failed", failure: failureOf(raw, scraperError?.reason ?? reasonByStatus(raw.status)) };
}

/** The scraper's own error body; whatever stands between it and us returns in other shapes. */
function readScraperError(status: number, json: unknown): ScraperError | undefined {
  const parsed = scraperErrorSchema.safeParse(json);
  return parsed.success && parsed.data.statusCode === status ? parsed.data : undefined;
}

function reasonByStatus(status: number): FailureReason {
  if (status === 403) return "http_403";
  if (status === 429) return "http_429";
  if (status === 504) return "timeout";
  return status >= 500 && status <= 599 ? "http_5xx" : "invalid_response";
}

function failureOf(raw: RawResponse, reason: FailureReason): StoreFailure {
  return { reason, status: raw.status, retryAfterSeconds: raw.retryAfterSeconds };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
