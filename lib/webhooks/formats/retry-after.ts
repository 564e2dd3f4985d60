import * as z from "zod";

import { RETRY_AFTER_SECONDS_MAX } from "../../domain/delivery-attempts.ts";
import type { WebhookFormat } from "../../domain/webhook-format.ts";
import { lazy } from "../../runtime/lazy.ts";

const TOO_MANY_REQUESTS = 429;

const seconds = () => z.number().min(0);

/** https://docs.discord.com/developers/topics/rate-limits: `retry_after` can have decimals. */
const discordResponse = lazy(() => z.object({ retry_after: seconds() }).transform((body) => body.retry_after));

/** https://core.telegram.org/bots/api#responseparameters */
const telegramResponse = lazy(() =>
  z.object({ parameters: z.object({ retry_after: seconds() }) }).transform((body) => body.parameters.retry_after),
);

type Response = {
  readonly status: number;
  /** The header states it. */
  readonly retryAfterSeconds?: number | undefined;
  /** The beginning of the body. */
  readonly excerpt: string;
};

/**
 * Returns the seconds that a receiver states before the next request, at most a day, or undefined if it states none.
 */
export function retryAfterOf(format: WebhookFormat, response: Response): number | undefined {
  const stated = [response.retryAfterSeconds, secondsInBody(format, response)].filter((each) => each !== undefined);
  return stated.length === 0 ? undefined : Math.min(Math.max(...stated), RETRY_AFTER_SECONDS_MAX);
}

function secondsInBody(format: WebhookFormat, { status, excerpt }: Response): number | undefined {
  if (status !== TOO_MANY_REQUESTS) return undefined;
  if (format === "discord") return discordResponse().safeParse(parsed(excerpt)).data;
  if (format === "telegram") return telegramResponse().safeParse(parsed(excerpt)).data;
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The body was cut off, or a proxy wrote it.
    return undefined;
  }
}
