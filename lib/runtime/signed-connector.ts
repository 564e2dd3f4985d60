import type { Platform } from "../domain/platform.ts";
import type { StoreConnector } from "../stores/connector.ts";
import { createConnector } from "../stores/create-connector.ts";
import { createSignedTransport, readAwsCredentials } from "../stores/signed-transport.ts";
import type { StoreBudget } from "../stores/store-budget.ts";
import type { ConnectorLogger } from "../stores/store-call.ts";
import { systemClock } from "./clock.ts";

export type ScraperAddress = {
  readonly platform: Platform;
  readonly baseUrl: string;
  /** Pays for quick retries. */
  readonly budget: StoreBudget;
  readonly log: ConnectorLogger;
};

/** A connector whose calls are signed with the function's own credentials. */
export function createSignedConnector(input: ScraperAddress): StoreConnector {
  const { platform, baseUrl, budget, log } = input;
  // Never the shifted clock of observations: a signature is only valid near its real time.
  const now = systemClock();
  const transport = createSignedTransport({
    credentials: () => readAwsCredentials(process.env),
    region: process.env.AWS_REGION ?? "us-east-1",
    fetch,
    now,
  });
  return createConnector({ platform, baseUrl, transport, random: Math.random, budget, logger: log, now });
}
