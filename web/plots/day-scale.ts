/** Places days on an axis, in CSS pixels from the start of its frame. Each day has the same width. */
export type DayScale = {
  readonly left: number;
  readonly width: number;
  readonly count: number;
};

/** Returns the middle of a day. */
export function xOfPlace({ left, width, count }: DayScale, place: number): number {
  return left + ((place + 0.5) * width) / Math.max(1, count);
}

/** Returns the day at a position. A position beside the axis belongs to its first or last day. */
export function placeAt({ left, width, count }: DayScale, x: number): number {
  const place = Math.floor(((x - left) * count) / Math.max(1, width));
  return Math.min(count - 1, Math.max(0, place));
}

/** The shortest drag in pixels that chooses days. A shorter one is a click. */
export const DRAG_MIN = 6;

/** Returns the first and the last of the dragged days, or null for a click. */
export function draggedPlaces(scale: DayScale, start: number, end: number): readonly [number, number] | null {
  if (Math.abs(end - start) < DRAG_MIN) return null;
  return [placeAt(scale, Math.min(start, end)), placeAt(scale, Math.max(start, end))];
}
