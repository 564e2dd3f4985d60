import type { Platform } from "../domain/platform.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { createAndroidConnector } from "./android-connector.ts";
import type { StoreConnector } from "./connector.ts";
import { createIosConnector } from "./ios-connector.ts";
import type { ConnectorLogger, ScraperClient } from "./scraper-client.ts";
import type { Transport } from "./signed-transport.ts";
import { type StoreBudget, unlimitedBudget } from "./store-budget.ts";

const connectorFactories = {
  ios: createIosConnector,
  android: createAndroidConnector,
} as const satisfies Record<Platform, (client: ScraperClient) => StoreConnector>;

const silentLogger: ConnectorLogger = { warn: () => undefined, error: () => undefined };

/** The connector of one store, to be built once and used for every call. */
export function createConnector(input: {
  readonly platform: Platform;
  readonly baseUrl: string;
  readonly transport: Transport;
  /** 0 ≤ x < 1, for the jitter of retries. */
  readonly random: () => number;
  /** Pays for quick retries. Default: all are made. */
  readonly budget?: StoreBudget;
  readonly logger?: ConnectorLogger;
  /** The machine's clock, for a `Retry-After` that is a date. */
  readonly now?: Clock;
}): StoreConnector {
  const { budget = unlimitedBudget, logger = silentLogger, now = systemClock(), ...rest } = input;
  return connectorFactories[input.platform]({ ...rest, budget, logger, now });
}
