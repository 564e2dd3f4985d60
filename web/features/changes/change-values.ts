import { factDifference } from "../facts/fact-difference.ts";
import { entryText, type FactEntry } from "../facts/fact-entries.ts";
import { isFactKey } from "../facts/fact-names.ts";
import type { Change } from "./change-groups.ts";

export type ShownValues = {
  readonly before: string | null;
  readonly after: string | null;
  /** Of a list, only removed and added entries are shown. */
  readonly isPart?: boolean;
};

const LENGTH_MAX = 220;

export function shownValues(change: Change): ShownValues | undefined {
  const { field_changed: field, old_value, new_value } = change;
  if (field === "icon_url" || field === "video_url" || field === "availability" || field === "feature_graphic")
    return undefined;
  if (field === "screenshots") {
    const [before, after] = [countPictures(old_value), countPictures(new_value)];
    return before === after ? undefined : { before, after };
  }
  if (isFactKey(field)) {
    const difference = factDifference(field, change);
    if (difference === undefined) return undefined;
    const { before, after, isPart } = difference;
    const none = isPart ? null : "None";
    return { before: joinEntries(before) ?? none, after: joinEntries(after) ?? none, isPart };
  }
  return { before: shorten(old_value), after: shorten(new_value) };
}

function joinEntries(entries: readonly FactEntry[]): string | null {
  return entries.length === 0 ? null : shorten(entries.map(entryText).join("; "));
}

function countPictures(json: string | null): string | null {
  if (json === null) return null;
  try {
    const pictures: unknown = JSON.parse(json);
    if (Array.isArray(pictures)) return pictures.length === 1 ? "1 picture" : `${pictures.length} pictures`;
  } catch {
    // A value that was cut is no longer valid JSON.
  }
  return "many pictures";
}

function shorten(text: string | null): string | null {
  if (text === null || text.length <= LENGTH_MAX) return text;
  return `${text.slice(0, LENGTH_MAX).trimEnd()} …`;
}
