import type { ScraperFailureReason } from "../../contracts/records.ts";
import { DeadlineError, StoreError } from "../../http/store-errors.ts";

export type FailedAlone = { readonly outcome: "failed"; readonly reason: ScraperFailureReason };

/** The most lists of one call. One bad id of 180 takes 17. */
const LISTS_MAX = 40;
/** The whole list, its halves and its quarters. If all of them fail, no single id is the cause. */
const LISTS_FAILED_MAX = 7;

/**
 * Returns an outcome for each id. A list that fails because of an id or its length is repeated in halves, one after
 * another. Throws if a list fails for another reason, or if none succeeds.
 */
export async function requestInHalves<Outcome>(
  ids: readonly string[],
  request: RequestList<Outcome>,
): Promise<ReadonlyMap<string, Outcome | FailedAlone>> {
  const settled = new Map<string, Outcome>();
  const failed = new Map<string, StoreError>();
  const lists = [ids];
  // Halves that are added during the loop are also visited.
  for (const [index, list] of lists.entries()) {
    const failure = await settleList(list, request, settled);
    if (failure === undefined) continue;
    for (const id of idsOf(failure, lists.slice(index))) failed.set(id, failure);
    if (failure instanceof DeadlineError) break;

    const halves = halvesOf(list, LISTS_MAX - lists.length);
    if (settled.size === 0 && index + 1 >= LISTS_FAILED_MAX && halves.length > 0) throw failure;
    lists.push(...halves);
  }

  throwIfNone(settled, failed);
  return new Map(ids.map((id) => [id, settled.get(id) ?? failedWith(failed.get(id))]));
}

type RequestList<Outcome> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Outcome>>;

/** Returns the failure after which to continue: of only this list, or at the deadline if others have succeeded. */
async function settleList<Outcome>(
  list: readonly string[],
  request: RequestList<Outcome>,
  settled: Map<string, Outcome>,
): Promise<StoreError | undefined> {
  try {
    for (const [id, outcome] of await request(list)) settled.set(id, outcome);
    return undefined;
  } catch (error) {
    if (error instanceof DeadlineError && settled.size > 0) return error;
    if (error instanceof StoreError && isAboutList(error)) return error;
    throw error;
  }
}

/** If Apple has rejected each id alone, that is the outcome of each. Any other failure of all ids is the store's. */
function throwIfNone(settled: ReadonlyMap<string, unknown>, failed: ReadonlyMap<string, StoreError>): void {
  const fault = [...failed.values()].find((failure) => !isRejection(failure));
  if (settled.size === 0 && fault !== undefined) throw fault;
}

/** Returns the ids that a failure concerns: those of its list and, after the deadline, of all following lists. */
function idsOf(failure: StoreError, [list = [], ...following]: readonly (readonly string[])[]): readonly string[] {
  return failure instanceof DeadlineError ? [...list, ...following.flat()] : list;
}

export function isRejection(error: unknown): boolean {
  return error instanceof StoreError && error.status === 400;
}

/** Throttling and unreadable responses concern the address or the store, not the list. */
function isAboutList(error: StoreError): boolean {
  if (error.isThrottled || error instanceof DeadlineError) return false;
  return isRejection(error) || error.reason === "http_5xx" || error.reason === "timeout";
}

function halvesOf(list: readonly string[], listsLeft: number): readonly (readonly string[])[] {
  if (list.length === 1 || listsLeft < 2) return [];
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}

function failedWith(failure: StoreError | undefined): FailedAlone {
  return { outcome: "failed", reason: failure?.reason ?? "invalid_response" };
}
