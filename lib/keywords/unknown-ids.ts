import type { FieldErrors } from "../errors.ts";

/** Returns an error for each id of a list that is not among the known ones. */
export function unknownIds(field: string, ids: readonly number[], known: readonly number[]): FieldErrors {
  const faulty = ids.flatMap((id, index) => (known.includes(id) ? [] : [`${field}.${index}`]));
  return Object.fromEntries(faulty.map((name) => [name, [`The selected ${name.replaceAll("_", " ")} is invalid.`]]));
}
