import type * as z from "zod";
import type { FailureReason } from "../domain/failed-item.ts";
import type { Platform } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Deadline } from "./deadline.ts";
import { readBody } from "./read-body.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { ScraperAccessError, ScraperContractError } from "./scraper-errors.ts";
import { interpretResponse, type RawResponse, type ScraperResponse } from "./scraper-response.ts";
import { type ScraperRoute, scraperUrl } from "./scraper-url.ts";
import type { Transport } from "./signed-transport.ts";
import type { StoreBudget } from "./store-budget.ts";

/** Twice what 25 listings of the longest texts take. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;

/** The part of a logger that connectors use: an event and its fields. */
export type ConnectorLogger = {
  warn(event: string, fields: Record<string, unknown>): void;
  error(event: string, fields: Record<string, unknown>): void;
};

export type ScraperClient = {
  readonly platform: Platform;
  readonly baseUrl: string;
  readonly transport: Transport;
  /** 0 ≤ x < 1, for the jitter of retries. */
  readonly random: () => number;
  /** Pays for quick retries. */
  readonly budget: StoreBudget;
  readonly now: Clock;
  readonly logger: ConnectorLogger;
};

export type ScraperRequest<Body> = ScraperRoute & { readonly schema: z.ZodType<Body> };

export type Call = { readonly correlationId: string; readonly deadline: Deadline };

/** One GET, one response. A store's failure is data; only faults of ours are thrown. */
export async function askScraper<Body>(
  client: ScraperClient,
  request: ScraperRequest<Body>,
  call: Call,
): Promise<ScraperResponse<Body>> {
  const reply = await attempt(client, request, call);
  if (reply.outcome === "failed") {
    const { platform, logger } = client;
    const { failure, cause } = reply;
    const { correlationId } = call;
    logger.warn("store.call.failed", { platform, operation: request.operation, correlationId, ...failure, cause });
  }
  return reply;
}

async function attempt<Body>(
  client: ScraperClient,
  request: ScraperRequest<Body>,
  call: Call,
): Promise<ScraperResponse<Body>> {
  const url = scraperUrl(client.baseUrl, request);
  if (call.deadline.remainingMs() === 0) return noResponse("timeout");

  try {
    return interpretResponse(await get(client, url, call), request);
  } catch (error) {
    if (error instanceof ScraperAccessError || error instanceof ScraperContractError) {
      const { platform, logger } = client;
      logger.error("store.call.rejected", {
        platform,
        operation: request.operation,
        correlationId: call.correlationId,
        error,
      });
      throw error;
    }
    if (call.deadline.signal.aborted) return noResponse("timeout", error);
    if (isNetworkError(error)) return noResponse("network_error", error);
    throw error;
  }
}

async function get(client: ScraperClient, url: URL, call: Call): Promise<RawResponse> {
  const headers = { accept: "application/json", "x-correlation-id": call.correlationId };
  const response = await client.transport({ url, headers, signal: call.deadline.signal });
  const retryAfterSeconds = parseRetryAfter(response.headers.get("retry-after"), client.now());
  return { status: response.status, text: await readBody(response, BODY_BYTES_MAX), retryAfterSeconds };
}

/** `fetch` rejects with a TypeError that carries the cause; sockets and decompression with an error code. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof TypeError && error.cause instanceof Error) || "code" in error;
}

function noResponse(reason: FailureReason, cause?: unknown): ScraperResponse<never> {
  return { outcome: "failed", failure: { reason, status: null, retryAfterSeconds: null }, cause };
}
