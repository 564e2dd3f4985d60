import type { Change } from "../../../features/changes/change.ts";
import { changeFields } from "../../../features/changes/change-labels.ts";
import type { ChangeGroup } from "../../../features/changes/change-texts.ts";
import { utcDay } from "../../../format/days.ts";
import { groupByRead } from "./group-by-read.ts";

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
