import type { Platform } from "../domain/platform.ts";
import type { StoreFailure } from "./records.ts";

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

/** The scraper rejected the request: a fault of this service, so no item is marked as failed and no retry helps. */
export class ScraperContractError extends Error {
  readonly operation: string;

  constructor(input: { operation: string; detail: string }) {
    super(`${input.operation} breaks the scraper's contract: ${input.detail}`);
    this.name = "ScraperContractError";
    this.operation = input.operation;
  }
}

/** Permission, credentials or a valid signature for the scraper is missing. This, too, is a fault of this service. */
export class ScraperAccessError extends Error {
  readonly status: number | null;

  constructor(input: { status: number | null; detail: string }) {
    super(`No access to the scraper: ${input.detail}`);
    this.name = "ScraperAccessError";
    this.status = input.status;
  }
}
