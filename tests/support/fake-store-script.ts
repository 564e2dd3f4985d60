import { setTimeout as sleep } from "node:timers/promises";

import type { Platform } from "../../lib/domain/platform.ts";
import type { CallContext } from "../../lib/stores/connector.ts";
import type { ItemLookup, StoreFailure } from "../../lib/stores/records.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { storeFailure } from "./fake-store-records.ts";

/** How a record differs from the default one; or no such app, silence until the deadline, a failure. */
export type FakeAnswer<T> = Partial<T> | "empty_response" | "hang" | StoreFailure;

/** Answers by what is asked, given in turn, the last one for ever. */
export function createScript<Answer>() {
  const answersByKey = new Map<string, Answer[]>();
  return {
    set: (key: string, answers: readonly Answer[]): void => {
      answersByKey.set(key, [...answers]);
    },
    next: (key: string): Answer | undefined => {
      const answers = answersByKey.get(key) ?? [];
      return answers.length > 1 ? answers.shift() : answers[0];
    },
  };
}

export async function settle<T extends object>(
  answer: FakeAnswer<T>,
  complete: (overrides: Partial<T>) => T,
  context: CallContext,
): Promise<ItemLookup<T>> {
  if (answer === "empty_response") return { outcome: "empty_response" };
  if (answer === "hang") {
    await sleep(context.deadlineMs);
    return { outcome: "failed", failure: storeFailure("timeout") };
  }
  return isFailure(answer) ? { outcome: "failed", failure: answer } : { outcome: "found", record: complete(answer) };
}

function isFailure(answer: object): answer is StoreFailure {
  return "reason" in answer;
}

export function orThrow<T>(lookup: ItemLookup<T>, platform: Platform, operation: string) {
  if (lookup.outcome === "failed") throw new UpstreamError({ platform, operation, failure: lookup.failure });
  return lookup;
}
