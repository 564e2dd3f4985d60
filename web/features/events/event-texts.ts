import { factDifference } from "../facts/fact-difference.ts";
import { entryText, type FactEntry } from "../facts/fact-entries.ts";
import { isFactKey } from "../facts/fact-names.ts";
import type { Event } from "./event.ts";

/** Shows the values of an event below its sentence. */
export type ShownValues =
  | { readonly kind: "none" }
  | { readonly kind: "words"; readonly before: string; readonly after: string; readonly language: string }
  | { readonly kind: "pair"; readonly before: string | null; readonly after: string | null; readonly isPart: boolean }
  | { readonly kind: "icons" | "pictures"; readonly before: readonly string[]; readonly after: readonly string[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "note"; readonly text: string };

const LENGTH_MAX = 220;
const none = { kind: "none" } as const;

export function shownValues({ type, field, data }: Pick<Event, "type" | "field" | "data">): ShownValues {
  switch (type) {
    case "app.version_released":
      return data.whats_new ? { kind: "text", text: shorten(data.whats_new) } : none;
    case "listing.locale_added":
    case "listing.locale_removed":
      return { kind: "pair", before: shortenIfAny(data.before), after: shortenIfAny(data.after), isPart: false };
    default:
      return field === null ? none : valuesOfField(field, data);
  }
}

function valuesOfField(field: NonNullable<Event["field"]>, data: Event["data"]): ShownValues {
  const { before_pictures: before, after_pictures: after } = data;
  switch (field) {
    case "video_url":
      return none;
    case "icon_url":
      return { kind: "icons", before: before ?? [], after: after ?? [] };
    case "screenshots":
      return { kind: "pictures", before: before ?? [], after: after ?? [] };
    case "feature_graphic":
      return { kind: "pictures", before: listIfAny(data.before), after: listIfAny(data.after) };
    default:
      return isFactKey(field) ? shownFact(field, data) : shownText(data);
  }
}

function listIfAny(url: string | null): readonly string[] {
  return url === null ? [] : [url];
}

function shownFact(field: Parameters<typeof factDifference>[0], { before, after }: Event["data"]): ShownValues {
  const difference = factDifference(field, { old_value: before, new_value: after });
  if (difference === undefined) return { kind: "note", text: "The values are long. The details show them." };
  const { isPart } = difference;
  const noEntries = isPart ? null : "None";
  return {
    kind: "pair",
    before: joinEntries(difference.before) ?? noEntries,
    after: joinEntries(difference.after) ?? noEntries,
    isPart,
  };
}

function shownText({ before, after, is_cut: isCut, locale }: Event["data"]): ShownValues {
  if (!before || !after)
    return { kind: "pair", before: shortenIfAny(before), after: shortenIfAny(after), isPart: false };
  if (before === after && isCut === true)
    return { kind: "note", text: "The texts differ after their first 500 characters. The details show more." };
  return { kind: "words", before, after, language: locale ?? "" };
}

function joinEntries(entries: readonly FactEntry[]): string | null {
  return entries.length === 0 ? null : shorten(entries.map(entryText).join("; "));
}

function shortenIfAny(text: string | null): string | null {
  return text === null || text === "" ? null : shorten(text);
}

function shorten(text: string): string {
  return text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX).toWellFormed().trimEnd()} …`;
}
