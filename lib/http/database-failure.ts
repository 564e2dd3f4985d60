import { codeOf } from "../../db/error-code.ts";

/** The codes by which the network, the driver and PostgreSQL say that no statement can be run for now. */
const unavailableCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CREDENTIALS_UNAVAILABLE",
  // SQLSTATE: connection exceptions, a rotated password, too many connections, shutdown and start-up, a cancelled
  // or timed-out statement, a read-only endpoint during a failover.
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "28P01",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25006",
]);

/** Returns whether an error means that the database cannot be used at the moment, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && unavailableCodes.has(code);
}
