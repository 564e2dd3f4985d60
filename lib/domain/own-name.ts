import * as z from "zod";

const LINE_BREAK_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;
const visible = /[^\s\p{Cc}\p{Cf}]/u;

/** Returns the schema of a name that a user gives to a view or a tag: one line of text that can be seen. */
export const ownNameField = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "The name field is required.")
    .max(max)
    .normalize("NFC")
    .refine((name) => !LINE_BREAK_OR_CONTROL.test(name), "The name field must be one line of text.")
    .refine((name) => visible.test(name), "The name field must not be blank.");

/**
 * Returns the form in which the names of a user must differ: without case and without differences of white space. It is
 * made here, because how a database compares letters depends on its locale.
 */
export function foldName(name: string): string {
  return name.normalize("NFC").replaceAll(/\s+/gu, " ").toUpperCase().toLowerCase();
}
