/** Faults of ours in calling a scraper. The store is not to blame, so no app or storefront may bear the consequence. */

/** The scraper rejects the request itself. Asking again cannot help. */
export class ScraperContractError extends Error {
  readonly operation: string;

  constructor(input: { operation: string; detail: string }) {
    super(`${input.operation} breaks the scraper's contract: ${input.detail}`);
    this.name = "ScraperContractError";
    this.operation = input.operation;
  }
}

/** The call did not reach the scraper for lack of permission, credentials or a valid signature. */
export class ScraperAccessError extends Error {
  readonly status: number | null;

  constructor(input: { status: number | null; detail: string }) {
    super(`No access to the scraper: ${input.detail}`);
    this.name = "ScraperAccessError";
    this.status = input.status;
  }
}
