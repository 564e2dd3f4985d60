import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    isLongRun: boolean;
  }
}

/** Returns how much `npm test` repeats a rule, or how much `npm run test:long` does: more seeds, more apps, more kills. */
export function byRun<Value>({ usual, long }: { readonly usual: Value; readonly long: Value }): Value {
  return inject("isLongRun") ? long : usual;
}
