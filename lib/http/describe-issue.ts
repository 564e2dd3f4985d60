import type * as z from "zod";

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  record: "a map",
  object: "an object",
};

/** The name by which a client knows a field: `external_ids.0`, or `body` for the whole. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "body" : path.map(String).join(".");
}

/** The sentence for one fault. Schemas with a sentence of their own come before this. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  const field = fieldName(path).replaceAll("_", " ");
  switch (issue.code) {
    case "invalid_type":
      if (path.length === 0) return `The body must be ${typeNames[issue.expected] ?? issue.expected}.`;
      return issue.input === undefined
        ? `The ${field} field is required.`
        : `The ${field} field must be ${wanted(issue.expected, issue.input)}.`;
    case "too_small":
      return `The ${field} field must ${least(issue.origin, Number(issue.minimum))}.`;
    case "too_big":
      return `The ${field} field must ${most(issue.origin, Number(issue.maximum))}.`;
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

/** A parameter that is sent twice arrives as a list; that it should be text would be no news to its sender. */
function wanted(expected: string, input: unknown): string {
  const isList = Array.isArray(input) && expected === "string";
  return isList ? "a single value" : (typeNames[expected] ?? expected);
}

function least(origin: string, minimum: number): string {
  if (origin === "string") return `be at least ${minimum} characters`;
  return origin === "array" ? `have at least ${count(minimum)}` : `be at least ${minimum}`;
}

function most(origin: string, maximum: number): string {
  if (origin === "string") return `not be longer than ${maximum} characters`;
  return origin === "array" ? `not have more than ${count(maximum)}` : `not be greater than ${maximum}`;
}

function count(items: number): string {
  return items === 1 ? "1 item" : `${items} items`;
}
