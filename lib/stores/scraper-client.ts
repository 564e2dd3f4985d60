import type * as z from "zod";
import type { FailureReason } from "../domain/failed-item.ts";
import type { Platform } from "../domain/platform.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Deadline } from "./deadline.ts";
import { readBody } from "./read-body.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { interpretAnswer, type RawAnswer, type ScraperAnswer } from "./scraper-answer.ts";
import { ScraperAccessError, ScraperContractError } from "./scraper-errors.ts";
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

export type ScraperQuestion<Body> = ScraperRoute & { readonly schema: z.ZodType<Body> };

export type Call = { readonly correlationId: string; readonly deadline: Deadline };

/** One GET, one answer. A store's failure is data; only faults of ours are thrown. */
export async function askScraper<Body>(
  client: ScraperClient,
  question: ScraperQuestion<Body>,
  call: Call,
): Promise<ScraperAnswer<Body>> {
  const answer = await attempt(client, question, call);
  if (answer.outcome === "failed") {
    const { platform, logger } = client;
    const { failure, cause } = answer;
    const { correlationId } = call;
    logger.warn("store.call.failed", { platform, operation: question.operation, correlationId, ...failure, cause });
  }
  return answer;
}

async function attempt<Body>(
  client: ScraperClient,
  question: ScraperQuestion<Body>,
  call: Call,
): Promise<ScraperAnswer<Body>> {
  const url = scraperUrl(client.baseUrl, question);
  if (call.deadline.remainingMs() === 0) return noAnswer("timeout");

  try {
    return interpretAnswer(await get(client, url, call), question);
  } catch (error) {
    if (error instanceof ScraperAccessError || error instanceof ScraperContractError) {
      const { platform, logger } = client;
      logger.error("store.call.refused", {
        platform,
        operation: question.operation,
        correlationId: call.correlationId,
        error,
      });
      throw error;
    }
    if (call.deadline.signal.aborted) return noAnswer("timeout", error);
    if (isNetworkError(error)) return noAnswer("network_error", error);
    throw error;
  }
}

async function get(client: ScraperClient, url: URL, call: Call): Promise<RawAnswer> {
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

function noAnswer(reason: FailureReason, cause?: unknown): ScraperAnswer<never> {
  return { outcome: "failed", failure: { reason, status: null, retryAfterSeconds: null }, cause };
}
