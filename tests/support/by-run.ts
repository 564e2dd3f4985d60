import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    isNightly: boolean;
  }
}

/** Returns how much each change repeats a rule, or how much a night does: more seeds, more apps, more days, more kills. */
export function byRun<Value>({ usual, nightly }: { readonly usual: Value; readonly nightly: Value }): Value {
  return inject("isNightly") ? nightly : usual;
}
