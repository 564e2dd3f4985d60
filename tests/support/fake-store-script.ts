import { setTimeout as sleep } from "node:timers/promises";

import type { Platform } from "../../lib/domain/platform.ts";
import type { CallContext } from "../../lib/stores/connector.ts";
import type { ItemLookup, StoreFailure } from "../../lib/stores/records.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { storeFailure } from "./fake-store-records.ts";

/** How a record differs from the default one; or no such app, silence until the deadline, a failure. */
export type FakeResponse<T> = Partial<T> | "empty_response" | "hang" | StoreFailure;

/** Returns by what is asked, given in turn, the last one for ever. */
export function createScript<Result>() {
  const responsesByKey = new Map<string, Result[]>();
  return {
    set: (key: string, responses: readonly Result[]): void => {
      responsesByKey.set(key, [...responses]);
    },
    next: (key: string): Result | undefined => {
      const responses = responsesByKey.get(key) ?? [];
      return responses.length > 1 ? responses.shift() : responses[0];
    },
  };
}

export async function settle<T extends object>(
  response: FakeResponse<T>,
  complete: (overrides: Partial<T>) => T,
  context: CallContext,
): Promise<ItemLookup<T>> {
  if (response === "empty_response") return { outcome: "empty_response" };
  if (response === "hang") {
    await sleep(context.deadlineMs);
    return { outcome: "failed", failure: storeFailure("timeout") };
  }
  return isFailure(response)
    ? { outcome: "failed", failure: response }
    : { outcome: "found", record: complete(response) };
}

function isFailure(response: object): response is StoreFailure {
  return "reason" in response;
}

export function orThrow<T>(lookup: ItemLookup<T>, platform: Platform, operation: string) {
  if (lookup.outcome === "failed") throw new UpstreamError({ platform, operation, failure: lookup.failure });
  return lookup;
}
