import type { Change } from "./change-groups.ts";

export type ShownValues = { readonly before: string | null; readonly after: string | null };

const LENGTH_MAX = 220;

export function shownValues({ field_changed: field, old_value, new_value }: Change): ShownValues | undefined {
  if (field === "icon_url" || field === "video_url" || field === "availability") return undefined;
  if (field === "screenshots") {
    const [before, after] = [countPictures(old_value), countPictures(new_value)];
    return before === after ? undefined : { before, after };
  }
  return { before: shorten(old_value), after: shorten(new_value) };
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
