import { setTimeout as sleep } from "node:timers/promises";

import type { Platform } from "../../lib/domain/platform.ts";
import type { CallContext, StoreConnector } from "../../lib/stores/connector.ts";
import type { ItemLookup, StoreFailure } from "../../lib/stores/records.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { storeFailure } from "./fake-store-records.ts";

/**
 * How a record differs from the default one, or that there is no such app, a page without an offer, no response until
 * the deadline, or a failure.
 */
export type FakeResponse<T> = Partial<T> | "empty_response" | "not_offered" | "hang" | StoreFailure;

/** Responses by the key of a request, given in turn, the last one for ever. */
export function createScript<Response>() {
  const responsesByKey = new Map<string, Response[]>();
  return {
    set: (key: string, responses: readonly Response[]): void => {
      responsesByKey.set(key, [...responses]);
    },
    next: (key: string): Response | undefined => {
      const responses = responsesByKey.get(key) ?? [];
      return responses.length > 1 ? responses.shift() : responses[0];
    },
  };
}

export async function settle<Given extends object, Result>(
  response: FakeResponse<Given>,
  complete: (given: Partial<Given>) => Result,
  { deadlineMs }: CallContext,
): Promise<ItemLookup<Result>> {
  if (response === "empty_response") return { outcome: "empty_response" };
  if (response === "not_offered") return { outcome: "empty_response", absence: "not_offered" };
  if (response === "hang") {
    await sleep(deadlineMs);
    return { outcome: "failed", failure: storeFailure("timeout") };
  }
  return isFailure(response)
    ? { outcome: "failed", failure: response }
    : { outcome: "found", record: complete(response) };
}

/** Throws for a failure, as requests without several items do. */
export async function orThrow<Result>(
  platform: Platform,
  operation: keyof StoreConnector,
  settling: Promise<ItemLookup<Result>>,
): Promise<Exclude<ItemLookup<Result>, { readonly outcome: "failed" }>> {
  const lookup = await settling;
  if (lookup.outcome === "failed") throw new UpstreamError({ platform, operation, failure: lookup.failure });
  return lookup;
}

export function isFailure(response: object): response is StoreFailure {
  return "reason" in response;
}
