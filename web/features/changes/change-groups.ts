import type { Data } from "../../client/operation-types.ts";
import { utcDay } from "../../format/days.ts";
import { groupByRead } from "./group-by-read.ts";

export type Change = Data<"listAppChanges">[number];

/** Changes of one field of one app, found by the same read, since a release often changes many languages. */
export type ChangeGroup = {
  readonly key: string;
  /** The change whose values are shown: the English one, if there is one. */
  readonly first: Change;
  readonly places: readonly string[];
};

export type ChangeDay = { readonly day: string; readonly groups: readonly ChangeGroup[] };

export function groupByDay(changes: readonly Change[]): readonly ChangeDay[] {
  const days = Map.groupBy(changes, ({ detected_at }) => utcDay(detected_at));
  return [...days].map(([day, found]) => ({ day, groups: groupsOf(found) }));
}

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

/** Returns the smallest rank for American English and the United States, which most readers know. */
function placeRank({ locale, country_code: country }: Change): number {
  if (locale === null) return country === "us" ? 0 : 2;
  if (locale === "en-US" || locale === "en") return 0;
  return locale.startsWith("en-") ? 1 : 2;
}
