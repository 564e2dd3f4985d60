import type { Platform } from "../domain/platform.ts";
import type { StoreFailure } from "./records.ts";

/** A store did not respond. Always worth another try later. */
export class UpstreamError extends Error {
  readonly platform: Platform;
  readonly operation: string;
  readonly failure: StoreFailure;

  constructor(input: { platform: Platform; operation: string; failure: StoreFailure }, options?: ErrorOptions) {
    super(`${input.operation} failed: ${input.failure.reason}`, options);
    this.name = "UpstreamError";
    this.platform = input.platform;
    this.operation = input.operation;
    this.failure = input.failure;
  }
}
