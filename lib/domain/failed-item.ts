import * as z from "zod";

export const failureReasons = [
  "http_403",
  "http_429",
  "http_5xx",
  "timeout",
  "network_error",
  "invalid_response",
] as const;
export const failureReasonSchema = () => z.enum(failureReasons);
export type FailureReason = (typeof failureReasons)[number];

export const attemptsMaxByReason = {
  http_403: 15,
  http_429: 15,
  http_5xx: 10,
  timeout: 10,
  network_error: 10,
  invalid_response: 5,
} as const satisfies Record<FailureReason, number>;

/** Seconds to wait after the nth failed attempt; the last value repeats. */
const reconcileDelaysSeconds = [300, 900, 1_800, 3_600, 7_200, 21_600, 43_200] as const;
const LAST_DELAY_SECONDS = 43_200;

export function nextAttemptDelaySeconds(reason: FailureReason, attempts: number): number | null {
  if (attempts >= attemptsMaxByReason[reason]) return null;
  return reconcileDelaysSeconds[attempts - 1] ?? LAST_DELAY_SECONDS;
}
