import type * as z from "zod";

import { StoreError } from "./store-errors.ts";

export function checkRecord<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw unusable(new Error(describeIssues(parsed.error)));
}

export function unusable(cause: unknown): StoreError {
  return new StoreError("The store's response cannot be read", { reason: "invalid_response", status: 200, cause });
}

/** A changed page can cause many issues; a log line names only the first. */
const ISSUES_NAMED_MAX = 5;

function describeIssues(error: z.ZodError): string {
  const issues = error.issues.slice(0, ISSUES_NAMED_MAX);
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}
