import type * as z from "zod";

import { type FieldErrors, invalidInput, notFound } from "../errors.ts";
import { describeIssue, fieldName } from "./describe-issue.ts";

/** Parses a query or a body, or rejects it with a sentence for each faulty field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (!parsed.success) throw invalidInput(groupIssues(parsed.error.issues));

  const unsafe = unsafeTexts(parsed.data, []);
  if (unsafe.length > 0) {
    throw invalidInput(Object.fromEntries(unsafe.map((field) => [field, ["Text must be valid Unicode without NUL."]])));
  }
  return parsed.data;
}

/** Parses path parameters; what does not fit is an address at which there is nothing. */
export function parseParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success || unsafeTexts(parsed.data, []).length > 0) throw notFound();
  return parsed.data;
}

/** Of a field of another type nothing else is said: how long a list is tells nothing of the text that was meant. */
function groupIssues(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const mistyped = new Set(issues.filter(isOfType).map(({ path }) => fieldName(path)));
  const messagesByField = new Map<string, string[]>();
  for (const issue of issues) {
    const field = fieldName(issue.path);
    if (mistyped.has(field) && !isOfType(issue)) continue;
    messagesByField.set(field, [...(messagesByField.get(field) ?? []), issue.message]);
  }
  return Object.fromEntries(messagesByField);
}

function isOfType({ code }: z.core.$ZodIssue): boolean {
  return code === "invalid_type";
}

/** Texts that PostgreSQL rejects (NUL) or would silently change (half of a surrogate pair). */
function unsafeTexts(value: unknown, path: readonly string[]): string[] {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? [fieldName(path)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unsafeTexts(item, [...path, key]));
}
