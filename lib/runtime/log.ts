import { Logger } from "@aws-lambda-powertools/logger";

import { serviceName } from "./telemetry.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The service's logger takes the name of an event and its fields, never prose. Powertools' logger implements it. */
export type Log = {
  debug(event: string, fields: Fields): void;
  info(event: string, fields: Fields): void;
  warn(event: string, fields: Fields): void;
  error(event: string, fields: Fields): void;
};

export function createLogger(environment: {
  STAGE: string;
  LOG_LEVEL: "DEBUG" | "INFO" | "WARN" | "ERROR" | "SILENT";
}) {
  return new Logger({ serviceName: serviceName(environment.STAGE), logLevel: environment.LOG_LEVEL });
}
