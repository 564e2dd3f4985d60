import type uPlot from "uplot";
import type { Lane } from "./lane.ts";
import type { PlotColors } from "./plot-colors.ts";

/** The space at the end of the axis of a lane without labels. */
export const LANE_END_PX = 12;
/** Narrower lanes name their lines above them. */
const WIDTH_MIN_PX = 560;
const CHARACTER_PX = 6.6;
const LABEL_MAX_PX = 150;
const LABEL_GAP_PX = 6;
const LINE_PX = 15;

/** Returns the space that all lanes leave at their end: that of the longest label, or of none in a narrow one. */
export function endWidthOf(lanes: readonly Lane[], width: number): number {
  const names = lanes.filter(hasEndLabels).flatMap(({ series }) => series.map(({ name }) => name.length));
  if (names.length === 0 || width < WIDTH_MIN_PX) return LANE_END_PX;
  return Math.min(LABEL_MAX_PX, Math.ceil(Math.max(...names) * CHARACTER_PX) + 2 * LABEL_GAP_PX);
}

/** A single line needs no name, because its lane has one. */
export function hasEndLabels({ series }: Lane): boolean {
  return series.length > 1;
}

/** Returns heights at least `gap` apart, as near as possible to the wanted ones, which keep their order. */
export function spreadHeights(
  wanted: readonly number[],
  { gap, top, bottom }: { readonly gap: number; readonly top: number; readonly bottom: number },
): readonly number[] {
  const order = [...wanted.keys()].toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = top;
  for (const index of order) {
    placed[index] = Math.max(free, wanted[index] ?? 0);
    free = (placed[index] ?? 0) + gap;
  }
  let limit = bottom;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(limit, placed[index] ?? 0);
    limit = (placed[index] ?? 0) - gap;
  }
  return placed;
}

/** Draws the name of each line at the height of its last value. */
export function drawEndLabels(plot: uPlot, lane: Lane, endWidth: number, { series: colors, text, font }: PlotColors) {
  const { ctx, bbox } = plot;
  const scale = window.devicePixelRatio;
  const shown = lane.series.flatMap(({ name, values }, index) => {
    const last = values.findLast((value) => value !== null) ?? null;
    return last === null ? [] : [{ name, color: colors[index] ?? text, wanted: plot.valToPos(last, "y", true) }];
  });
  const heights = spreadHeights(
    shown.map(({ wanted }) => wanted),
    { gap: LINE_PX * scale, top: bbox.top, bottom: bbox.top + bbox.height },
  );
  ctx.save();
  ctx.font = String(font).replace(/^[\d.]+(?=px)/, (size) => String(Number(size) * scale));
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const [index, { name, color }] of shown.entries()) {
    ctx.fillStyle = color;
    const x = bbox.left + bbox.width + LABEL_GAP_PX * scale;
    ctx.fillText(name, x, heights[index] ?? 0, (endWidth - LABEL_GAP_PX) * scale);
  }
  ctx.restore();
}
