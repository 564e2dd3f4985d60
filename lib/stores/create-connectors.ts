import type { Platform } from "../domain/platform.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { createAndroidConnector } from "./android-connector.ts";
import type { StoreConnector } from "./connector.ts";
import { createIosConnector } from "./ios-connector.ts";
import type { ConnectorLogger, ScraperClient } from "./scraper-client.ts";
import { createSignedTransport, readAwsCredentials, type Transport } from "./signed-transport.ts";

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
  readonly logger?: ConnectorLogger;
  /** The machine's clock, for a `Retry-After` that is a date. */
  readonly now?: Clock;
}): StoreConnector {
  const { logger = silentLogger, now = systemClock(), ...rest } = input;
  return connectorFactories[input.platform]({ ...rest, logger, now });
}

/** The same as a deployed function uses it: calls are signed with the function's own credentials. */
export function createScraperConnector(input: {
  readonly platform: Platform;
  readonly baseUrl: string;
  readonly log: ConnectorLogger;
}): StoreConnector {
  const { platform, baseUrl, log } = input;
  // Never the shifted clock of observations: a signature is only valid near its real time.
  const now = systemClock();
  const transport = createSignedTransport({
    credentials: () => readAwsCredentials(process.env),
    region: process.env.AWS_REGION ?? "us-east-1",
    fetch,
    now,
  });
  return createConnector({ platform, baseUrl, transport, random: Math.random, logger: log, now });
}
