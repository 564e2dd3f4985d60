import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    isNightly: boolean;
  }
}

/** Returns the value of a run before a change lands, or that of a run by night. Only the file of a test may call it. */
export function byRun<Value>({ usual, nightly }: { readonly usual: Value; readonly nightly: Value }): Value {
  return inject("isNightly") ? nightly : usual;
}
