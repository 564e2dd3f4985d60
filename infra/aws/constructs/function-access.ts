import type * as z from "zod";

import type { ServerFunction } from "./server-function.ts";

/** A function that others call at its private address. */
export type FunctionAccess = {
  readonly url: string;
  readonly grantCallTo: (caller: ServerFunction<z.ZodObject>) => void;
};
