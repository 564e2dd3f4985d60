import { type DeliveryError, EXCERPT_BYTES_MAX } from "../domain/webhook.ts";
import type { SentResult } from "./sent-request.ts";

export type AttemptDependencies = {
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly timeoutMs: number;
};

export type Attempt =
  | { readonly error: DeliveryError }
  | { readonly status: number; readonly retryAfterSeconds?: number; readonly excerpt: string };

/** Returns the result of an attempt and its duration. An attempt that fails after its time has the error `timeout`. */
export async function attemptInTime(
  { elapsed, timeoutMs }: AttemptDependencies,
  attempt: (signal: AbortSignal) => Promise<Attempt>,
): Promise<SentResult> {
  const began = elapsed();
  const signal = AbortSignal.timeout(timeoutMs);
  const result = await attempt(signal);
  const durationMs = Math.round(elapsed() - began);
  return "error" in result && signal.aborted ? { error: "timeout", durationMs } : { ...result, durationMs };
}

/** Returns the beginning as text that PostgreSQL stores, without NUL and without half a character at its end. */
export function excerptOf(bytes: Buffer): string {
  let text = bytes.subarray(0, EXCERPT_BYTES_MAX).toString("utf8").replaceAll("\0", "\uFFFD");
  while (Buffer.byteLength(text) > EXCERPT_BYTES_MAX) text = text.slice(0, -1);
  return text.toWellFormed();
}
