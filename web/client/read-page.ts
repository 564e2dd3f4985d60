import { call } from "./call.ts";
import type { Body, Input, ReadName } from "./operation-types.ts";
import { pace } from "./pace.ts";

/** The API's maximum of `per_page`. */
const ROWS_A_PAGE = 100;

/** Returns a function that reads the pages of a list for a file, within the minute's limit. */
export function readPageOf<O extends ReadName>(
  operation: O,
  inputOf: (page: { readonly page: number; readonly per_page: number }) => Input<O>,
): (page: number, signal: AbortSignal) => Promise<Body<O>> {
  return (page, signal) =>
    pace.send(() => call(operation, inputOf({ page, per_page: ROWS_A_PAGE }), { signal }), signal);
}
