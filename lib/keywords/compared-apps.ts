import type { RankedApp } from "../../db/queries/keywords/ranked-apps.ts";
import { type FieldErrors, invalidInput, notFound } from "../errors.ts";
import { unknownIds } from "./unknown-ids.ts";

/**
 * Throws a 404 if the user does not track the app, which is the first element, and a 422 with each id that is not among
 * the competitors.
 */
export function requireCompared([app, ...rivals]: readonly RankedApp[], appIds: readonly number[]): void {
  if (app === undefined) throw notFound();
  reject(
    unknownIds(
      "app_ids",
      appIds,
      rivals.map(({ id }) => id),
    ),
  );
}

/** Throws a 422 if there are errors. */
export function reject(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
}
