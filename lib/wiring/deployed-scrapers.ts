import type { Platform } from "../domain/platform.ts";
import type { StoreSettings } from "../domain/store-hosts.ts";
import { systemClock } from "../runtime/clock.ts";
import type { ConnectStore, Ports } from "./ports.ts";
import { connectScrapers } from "./scraper-connector.ts";

export function connectDeployedScrapers(
  ports: Pick<Ports, "db" | "log" | "measure" | "random">,
  scrapers: { readonly urls: Readonly<Partial<Record<Platform, string>>>; readonly stores: StoreSettings },
): ConnectStore {
  const requestClock = systemClock();
  return connectScrapers(ports, { ...scrapers, transport: signedTransport, requestClock });
}

/** A signature is valid only near its real time, so it never uses the shifted clock of observations. */
async function signedTransport() {
  const { createSignedTransport, readAwsCredentials } = await import("../stores/signed-transport.ts");
  return createSignedTransport({
    credentials: () => readAwsCredentials(process.env),
    region: process.env.AWS_REGION ?? "us-east-1",
    fetch,
    now: systemClock(),
  });
}
