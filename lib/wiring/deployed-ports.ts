import { randomUUID } from "node:crypto";

import { systemClock } from "../runtime/clock.ts";
import { createLogger } from "../runtime/log.ts";
import { createLoggedTelemetry, createTelemetry } from "./cloudwatch-metrics.ts";
import { connectDatabase } from "./database.ts";
import type { DatabaseEnvironment } from "./environment.ts";
import type { Ports } from "./ports.ts";

export function databasePorts(environment: DatabaseEnvironment): Pick<Ports, "db" | "log" | "now"> {
  return {
    db: connectDatabase(environment).db,
    log: createLogger(environment),
    now: systemClock(environment.CLOCK_OFFSET_MS),
  };
}

export function deployedPorts(environment: DatabaseEnvironment): Ports {
  const ports = databasePorts(environment);
  return {
    ...ports,
    measure: environment.METRICS === "on" ? createTelemetry(environment) : createLoggedTelemetry(ports.log),
    random: Math.random,
    newId: randomUUID,
  };
}
