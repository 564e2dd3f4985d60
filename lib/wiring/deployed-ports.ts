import { randomUUID } from "node:crypto";
import { Metrics } from "@aws-lambda-powertools/metrics";

import { systemClock } from "../runtime/clock.ts";
import { createLogger, type Log } from "../runtime/log.ts";
import { METRICS_NAMESPACE, type Measure, measureUnits, serviceName } from "../runtime/telemetry.ts";
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

/**
 * Logs measures in CloudWatch's embedded format, so a killed function has nothing to flush. Each combination of
 * dimensions costs money, so only ones that an alarm or dashboard reads exist.
 */
export function createTelemetry(environment: { STAGE: string }): Measure {
  const metrics = new Metrics({ namespace: METRICS_NAMESPACE, serviceName: serviceName(environment.STAGE) });
  return (name, value, { platform, ...labels }) => {
    const single = metrics.singleMetric();
    single.addDimensions({ platform });
    for (const [label, text] of Object.entries(labels)) single.addMetadata(label, text);
    single.addMetric(name, measureUnits[name], value);
  };
}

/** Logs measures for a stage without alarms and dashboard, because metrics cost money. */
export function createLoggedTelemetry(log: Log): Measure {
  return (name, value, labels) => log.info("figure.measured", { [name]: value, ...labels });
}
