import type { Data } from "../../../client/operation-types.ts";
import { changeFields } from "../../../features/changes/field-filter.ts";
import { groupByRead } from "../../../features/changes/group-by-read.ts";
import { utcDay } from "../../../format/days.ts";

export type Change = Data<"showApp">["changes"][number];

export type ChangeGroup = { readonly field: Change["field_changed"]; readonly changes: readonly Change[] };

/** The changes that one read of the store found. */
export type ChangeRun = {
  readonly at: string;
  readonly version: string | null;
  readonly groups: readonly ChangeGroup[];
};

export type ChangeDay = { readonly day: string; readonly runs: readonly ChangeRun[] };

export function groupChanges(changes: readonly Change[]): readonly ChangeDay[] {
  const days = Map.groupBy(changes, ({ detected_at }) => utcDay(detected_at));
  return [...days].map(([day, found]) => ({ day, runs: groupByRead(found, () => "").map(describeRun) }));
}

function describeRun(changes: readonly [Change, ...Change[]]): ChangeRun {
  const byField = Map.groupBy(changes, ({ field_changed }) => field_changed);
  const groups = changeFields.flatMap((field) => {
    const found = byField.get(field);
    return found === undefined ? [] : [{ field, changes: found }];
  });
  const version = changes.find((change) => change.version !== null)?.version ?? null;
  return { at: changes[0].detected_at, version, groups };
}
