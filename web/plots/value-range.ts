/** Room above and below the lines, as a share of what they span. */
const PADDING = 0.08;

/**
 * Returns the values between which an axis runs. Values that cannot be below zero have none below it, a rank none above
 * the first place, and a flat line runs through the middle.
 */
export function valueRange(min: number | null, max: number | null, isInverted: boolean): [number, number] {
  if (min === null || max === null) return isInverted ? [1, 10] : [0, 1];
  const floor = isInverted ? 1 : 0;
  const span = max - min;
  const room = span === 0 ? Math.max(1, Math.abs(max) * PADDING) : span * PADDING;
  const low = min >= floor ? Math.max(floor, min - room) : min - room;
  return [isInverted && low < 2 ? 1 : low, max + room];
}
