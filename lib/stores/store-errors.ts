import type { Platform } from "../domain/platform.ts";
import type { StoreFailure } from "./records.ts";

/** The store did not give a usable response. The call may be made again later. */
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

/** Our own fault, so no app or storefront is marked as failed: the scraper rejects the request, and a retry cannot help. */
export class ScraperContractError extends Error {
  readonly operation: string;

  constructor(input: { operation: string; detail: string }) {
    super(`${input.operation} breaks the scraper's contract: ${input.detail}`);
    this.name = "ScraperContractError";
    this.operation = input.operation;
  }
}

/** Our own fault, too: the permission, the credentials or a valid signature for calling the scraper is missing. */
export class ScraperAccessError extends Error {
  readonly status: number | null;

  constructor(input: { status: number | null; detail: string }) {
    super(`No access to the scraper: ${input.detail}`);
    this.name = "ScraperAccessError";
    this.status = input.status;
  }
}
