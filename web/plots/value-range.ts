/** The space above and below the lines, as a share of their span. */
const PADDING = 0.08;

/**
 * Returns the range of an axis. It has no values below zero unless a given value is negative, and no ranks above the
 * first.
 */
export function valueRange(min: number | null, max: number | null, isInverted: boolean): [number, number] {
  if (min === null || max === null) return isInverted ? [1, 10] : [0, 1];
  const floor = isInverted ? 1 : 0;
  const span = max - min;
  const room = span === 0 ? Math.max(1, Math.abs(max) * PADDING) : span * PADDING;
  const low = min >= floor ? Math.max(floor, min - room) : min - room;
  return [isInverted && low < 2 ? 1 : low, max + room];
}
