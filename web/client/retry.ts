import { NO_RESPONSE, Problem } from "./problem.ts";

const RETRY_MS = 1_000;

/**
 * Returns whether a read is sent again at once: after a lost connection, a single time. What names a wait (429, 503) is
 * shown with its countdown, and the view tries again.
 */
export function isRetried(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof Problem && error.status === NO_RESPONSE;
}

export const delayOfRetry = (): number => RETRY_MS;
