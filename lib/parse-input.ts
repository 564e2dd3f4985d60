import type * as z from "zod";

import { type FieldErrors, invalidInput, notFound } from "./errors.ts";

export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: describeIssue });
  if (!parsed.success) throw invalidInput(groupIssues(parsed.error.issues));

  const unsafe = unsafeTexts(parsed.data, []);
  if (unsafe.length > 0) {
    throw invalidInput(Object.fromEntries(unsafe.map((field) => [field, ["Text must be valid Unicode without NUL."]])));
  }
  return parsed.data;
}

export function parseParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success || unsafeTexts(parsed.data, []).length > 0) throw notFound();
  return parsed.data;
}

/** A field of the wrong type gets only that message: its other issues would concern the wrong kind of value. */
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

/** Returns the fields whose text PostgreSQL rejects (NUL) or would silently change (half of a surrogate pair). */
function unsafeTexts(value: unknown, path: readonly string[]): string[] {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? [fieldName(path)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unsafeTexts(item, [...path, key]));
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  record: "a map",
  object: "an object",
};

export function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".");
}

export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  const field = fieldName(path).replaceAll("_", " ");
  switch (issue.code) {
    case "invalid_type":
      if (path.length === 0) return `The body must be ${typeNames[issue.expected] ?? issue.expected}.`;
      return issue.input === undefined
        ? `The ${field} field is required.`
        : `The ${field} field must be ${expectedValue(issue.expected, issue.input)}.`;
    case "too_small":
      return `The ${field} field must ${lowerBound(issue.origin, Number(issue.minimum))}.`;
    case "too_big":
      return `The ${field} field must ${upperBound(issue.origin, Number(issue.maximum))}.`;
    case "invalid_format":
      return issue.format === "email"
        ? `The ${field} field must be a valid email address.`
        : `The selected ${field} is invalid.`;
    case "invalid_value":
      return issue.input === undefined ? `The ${field} field is required.` : `The selected ${field} is invalid.`;
    default:
      return `The selected ${field} is invalid.`;
  }
}

/** A parameter that is sent twice arrives as a list; "must be a string" would not help its sender. */
function expectedValue(expected: string, input: unknown): string {
  const isList = Array.isArray(input) && expected === "string";
  return isList ? "a single value" : (typeNames[expected] ?? expected);
}

function lowerBound(origin: string, minimum: number): string {
  if (origin === "string") return `be at least ${minimum} characters`;
  return origin === "array" ? `have at least ${count(minimum)}` : `be at least ${minimum}`;
}

function upperBound(origin: string, maximum: number): string {
  if (origin === "string") return `not be longer than ${maximum} characters`;
  return origin === "array" ? `not have more than ${count(maximum)}` : `not be greater than ${maximum}`;
}

function count(items: number): string {
  return items === 1 ? "1 item" : `${items} items`;
}
