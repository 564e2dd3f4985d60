import type * as z from "zod";

import { StoreError } from "./store-errors.ts";

/** The value as its schema has it; what the store sent cannot be used when it does not fit. */
export function checkRecord<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unusable(parsed.error);
}

export function unusable(cause: unknown): StoreError {
  return new StoreError("The store's answer cannot be read", { reason: "invalid_response", status: 200, cause });
}
