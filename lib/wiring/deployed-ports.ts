import { randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import type { Platform } from "../domain/platform.ts";
import type { StoreSettings } from "../domain/store-hosts.ts";
import { systemClock } from "../runtime/clock.ts";
import { createLogger } from "../runtime/log.ts";
import { createMeasure } from "./cloudwatch-metrics.ts";
import { connectDatabase } from "./database.ts";
import type { DatabaseEnvironment } from "./environment.ts";
import type { ConnectStore, Ports } from "./ports.ts";
import { connectScrapers } from "./scraper-connector.ts";

/** Returns the ports of a deployed function that uses the database alone. */
export function databasePorts(environment: DatabaseEnvironment): Pick<Ports, "db" | "log" | "now"> {
  return {
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    now: systemClock(environment.CLOCK_OFFSET_MS),
  };
}

/** Returns the ports of a deployed function of the pipeline. */
export function deployedPorts(environment: DatabaseEnvironment): Ports {
  return {
    ...databasePorts(environment),
    measure: createMeasure(environment),
    random: Math.random,
    newId: randomUUID,
    countries,
  };
}

/** Returns the port that connects to deployed scrapers, whose calls are signed with the function's own credentials. */
export function connectDeployedScrapers(
  ports: Pick<Ports, "db" | "log" | "measure" | "random">,
  scrapers: { readonly urls: Readonly<Partial<Record<Platform, string>>>; readonly stores: StoreSettings },
): ConnectStore {
  const requestClock = systemClock();
  return connectScrapers(ports, { ...scrapers, transport: signedTransport, requestClock });
}

/** A signature is only valid near its real time: it never has the shifted clock of observations. */
async function signedTransport() {
  const { createSignedTransport, readAwsCredentials } = await import("../stores/signed-transport.ts");
  return createSignedTransport({
    credentials: () => readAwsCredentials(process.env),
    region: process.env.AWS_REGION ?? "us-east-1",
    fetch,
    now: systemClock(),
  });
}
