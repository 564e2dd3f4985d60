type Mark = {
  /** The middle and the width of the mark, in pixels. */
  readonly x: number;
  readonly width: number;
};

export type PackedMark = { readonly row: number; readonly left: number };

export type PackedMarks = { readonly rows: number; readonly places: readonly PackedMark[] };

const GAP_PX = 4;

/**
 * Places marks, which are in the order of their days, into rows without overlaps. Returns undefined if they need more
 * rows than there may be.
 */
export function packMarks(marks: readonly Mark[], width: number, rowsMax: number): PackedMarks | undefined {
  const ends: number[] = [];
  const places: PackedMark[] = [];
  for (const mark of marks) {
    const left = Math.max(0, Math.min(width - mark.width, mark.x - mark.width / 2));
    const free = ends.findIndex((end) => end + GAP_PX <= left);
    const row = free === -1 ? ends.length : free;
    if (row >= rowsMax) return undefined;
    ends[row] = left + mark.width;
    places.push({ row, left });
  }
  return { rows: Math.max(1, ends.length), places };
}
