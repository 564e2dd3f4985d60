import uPlot, { type Axis, type Options, type Series } from "uplot";
import { dayTicks, tickName } from "./day-ticks.ts";
import { drawEndLabels, hasEndLabels, LANE_END_PX } from "./end-labels.ts";
import { gapRuns, type Lane, laneRange } from "./lane.ts";
import { canvasDash, type PlotColors } from "./plot-colors.ts";
import { dayNumber, lonePoints } from "./plot-data.ts";

const TICK_WIDTH_PX = 76;
const TICK_HEIGHT_PX = 16;
const LINE_WIDTH_PX = 2;
const POINT_SIZE_PX = 5;
const BAR_SHARE = 0.7;
const BAR_WIDTH_MAX_PX = 14;
const GAP_ALPHA = 0.5;
const MARK_ALPHA = 0.5;
export const DAYS_HEIGHT_PX = 26;

export type LaneInput = {
  readonly lane: Lane;
  readonly days: readonly string[];
  /** The width of the axis of values, which all lanes share. */
  readonly axisWidth: number;
  /** The space at the end, where lines have their names if it is wide. */
  readonly endWidth: number;
  readonly hasDays: boolean;
  /** Places of the days with a dotted line, which leads to a mark above the lanes. */
  readonly marked: readonly number[];
};

type LaneSetup = LaneInput & {
  readonly size: { readonly width: number; readonly height: number };
  /** It is read at each drawing, since the theme may change. */
  readonly colors: () => PlotColors;
};

export function laneOptions({ lane, days, axisWidth, endWidth, hasDays, marked, size, colors }: LaneSetup): Options {
  const isLabelled = hasEndLabels(lane) && endWidth > LANE_END_PX;
  const [first, last] = [dayNumber(days[0] ?? ""), dayNumber(days.at(-1) ?? "")];
  return {
    ...size,
    padding: [6, endWidth, hasDays ? 0 : 6, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // Half a day on both sides leaves room for the first and the last bar.
      x: { time: false, range: [first - 0.5, last + 0.5] },
      y: { dir: lane.scale.isInverted ? -1 : 1, range: (_, min, max) => laneRange(lane.scale, min, max) },
    },
    axes: [dayAxis(colors, hasDays), valueAxis(lane, axisWidth, colors)],
    series: [{}, ...lane.series.map((series, index) => seriesOf(series.values, index, lane, colors))],
    hooks: {
      drawClear: [(plot) => drawGaps(plot, lane, days, colors), (plot) => drawMarks(plot, days, marked, colors)],
      draw: isLabelled ? [(plot) => drawEndLabels(plot, lane, endWidth, colors())] : [],
    },
  };
}

export function laneData({ lane, days }: Pick<LaneInput, "lane" | "days">): uPlot.AlignedData {
  return [days.map(dayNumber), ...lane.series.map(({ values }) => [...values])];
}

function seriesOf(values: readonly (number | null)[], index: number, { kind }: Lane, colors: () => PlotColors): Series {
  const color = () => colors().series[index] ?? colors().text;
  const lone = kind === "bars" ? [] : lonePoints(values);
  return {
    stroke: color,
    width: kind === "bars" ? 0 : LINE_WIDTH_PX,
    dash: canvasDash(index),
    spanGaps: false,
    points: { show: false, size: POINT_SIZE_PX, fill: color, filter: () => lone },
    ...pathsOf(kind),
    ...(kind === "bars" ? { fill: color } : {}),
  };
}

function pathsOf(kind: Lane["kind"]): Pick<Series, "paths"> {
  const paths =
    kind === "bars"
      ? uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_WIDTH_MAX_PX] })
      : kind === "steps"
        ? uPlot.paths.stepped?.({ align: 1 })
        : undefined;
  return paths === undefined ? {} : { paths };
}

/** Days without a value have a grey ground, since a missing bar looks like zero. */
function drawGaps({ ctx, bbox }: uPlot, { series }: Lane, days: readonly string[], colors: () => PlotColors): void {
  const day = bbox.width / Math.max(1, days.length);
  ctx.save();
  ctx.globalAlpha = GAP_ALPHA;
  ctx.fillStyle = colors().grid;
  for (const [start, end] of gapRuns(series, days.length))
    ctx.fillRect(bbox.left + start * day, bbox.top, (end - start + 1) * day, bbox.height);
  ctx.restore();
}

function drawMarks({ ctx, bbox }: uPlot, days: readonly string[], marked: readonly number[], colors: () => PlotColors) {
  const day = bbox.width / Math.max(1, days.length);
  ctx.save();
  ctx.strokeStyle = colors().text;
  ctx.globalAlpha = MARK_ALPHA;
  ctx.lineWidth = window.devicePixelRatio;
  ctx.setLineDash([2 * window.devicePixelRatio, 4 * window.devicePixelRatio]);
  for (const place of marked) {
    const x = Math.round(bbox.left + (place + 0.5) * day);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

function dayAxis(colors: () => PlotColors, hasDays: boolean): Axis {
  return {
    ...look(colors),
    size: hasDays ? DAYS_HEIGHT_PX : 0,
    splits: (plot, _, first, last) =>
      dayTicks(Math.ceil(first), Math.floor(last), Math.floor(plot.width / TICK_WIDTH_PX)),
    values: (_, splits) => (hasDays ? splits.map((tick) => tickName(tick, splits)) : splits.map(() => "")),
    ticks: { show: false },
  };
}

function valueAxis(lane: Lane, axisWidth: number, colors: () => PlotColors): Axis {
  const { format, formatTick = format, scale } = lane;
  return {
    ...look(colors),
    space: TICK_HEIGHT_PX,
    incrs: [...scale.steps],
    values: (_, splits) => splits.map((value) => formatTick(value)),
    size: axisWidth,
    gap: 4,
  };
}

function look(colors: () => PlotColors): Axis {
  const { font } = colors();
  const line = { stroke: () => colors().grid, width: 1 };
  return { font, stroke: () => colors().text, grid: line, ticks: { ...line, size: 3 }, border: { show: false } };
}
