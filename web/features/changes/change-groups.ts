import type { Data } from "../../client/operation-types.ts";
import { utcDay } from "../../format/days.ts";
import { groupByRead } from "./group-by-read.ts";

export type Change = Data<"listAppChanges">[number];

/** The same field of the same app, found by the same read: a release changes a text in many languages at once. */
export type ChangeGroup = {
  readonly key: string;
  /** The one whose values are shown: the English one, where English is among them. */
  readonly first: Change;
  /** Languages, or storefronts by their codes, that of `first` before the others. */
  readonly places: readonly string[];
};

export type ChangeDay = { readonly day: string; readonly groups: readonly ChangeGroup[] };

/** Returns changes by the day, in UTC, on which they were found; both in the order of the service. */
export function groupByDay(changes: readonly Change[]): readonly ChangeDay[] {
  const days = Map.groupBy(changes, ({ detected_at }) => utcDay(detected_at));
  return [...days].map(([day, found]) => ({ day, groups: groupsOf(found) }));
}

/**
 * Returns which changes may stand in one entry: those of a field of an app, and of storefronts those of the same kind.
 */
export function subjectOf({ app, field_changed: field, new_value }: Change): string {
  return [app.id, field, field === "availability" ? new_value : ""].join(" ");
}

function groupsOf(changes: readonly Change[]): readonly ChangeGroup[] {
  return groupByRead(changes, subjectOf).flatMap((found) => {
    const ordered = found.toSorted((a, b) => placeRank(a) - placeRank(b));
    const [first] = ordered;
    const places = ordered.flatMap(({ locale, country_code }) => locale ?? country_code ?? []);
    return first === undefined ? [] : [{ key: `${subjectOf(first)} ${found[0].detected_at}`, first, places }];
  });
}

/**
 * Returns 0 for American English and the United States, which most readers know, 1 for other English, 2 for all others.
 */
function placeRank({ locale, country_code: country }: Change): number {
  if (locale === null) return country === "us" ? 0 : 2;
  if (locale === "en-US" || locale === "en") return 0;
  return locale.startsWith("en-") ? 1 : 2;
}
