import { Logger } from "@aws-lambda-powertools/logger";
import * as z from "zod";

import { type ScraperEnvironment, scraperEnvironment } from "../contracts/environment.ts";
import type { ScraperLogger } from "./create-scraper.ts";
import { REQUEST_TIMEOUT_MS, type StoreHttpDeps } from "./store-http-client.ts";

export type ScraperDeps = {
  readonly settings: ScraperEnvironment;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  readonly logger: ScraperLogger;
  readonly requestTimeoutMs?: number;
};

export function deployedDeps(
  serviceName: string,
  variables: Readonly<Record<string, string | undefined>>,
): ScraperDeps {
  const parsed = scraperEnvironment().safeParse(variables);
  if (!parsed.success) throw new Error(`Environment is not valid: ${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;
  const logger = new Logger({ serviceName, logLevel: settings.LOG_LEVEL });
  return {
    settings,
    fetch,
    now: () => new Date(),
    random: Math.random,
    logger: {
      info: (event, fields) => logger.info(event, { ...fields }),
      warn: (event, fields) => logger.warn(event, { ...fields }),
      error: (event, fields) => logger.error(event, { ...fields }),
    },
  };
}

export function storeHttpDeps({ settings, fetch, now, requestTimeoutMs }: ScraperDeps): StoreHttpDeps {
  return {
    fetch,
    now,
    simulatorUrl: settings.STORE_SIMULATOR_URL,
    concurrency: settings.STORE_CONCURRENCY,
    requestTimeoutMs: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    userAgent: settings.USER_AGENT,
  };
}
