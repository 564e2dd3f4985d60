import uPlot, { type Axis, type Options, type Series } from "uplot";
import { dayTicks, tickName } from "./day-ticks.ts";
import { canvasDash, type PlotColors } from "./plot-colors.ts";
import { dayNumber, lonePoints } from "./plot-data.ts";
import type { LinePlotProps } from "./plot-input.ts";
import type { PlotNote } from "./plot-notes.ts";
import { valueRange } from "./value-range.ts";

const TICK_WIDTH_PX = 76;
const TICK_HEIGHT_PX = 36;
const CHARACTER_WIDTH_PX = 7.5;
const LINE_WIDTH_PX = 2;
const POINT_SIZE_PX = 6;

export type PlotInput = Pick<LinePlotProps, "days" | "series" | "format" | "isInverted" | "isStepped"> & {
  readonly notes: readonly PlotNote[];
};

type PlotSetup = {
  readonly input: PlotInput;
  readonly size: { readonly width: number; readonly height: number };
  /** It is read at each drawing, since the theme may change. */
  readonly colors: () => PlotColors;
  readonly onCursor: (place: number | null) => void;
};

export function plotOptions({ input, size, colors, onCursor }: PlotSetup): Options {
  const isInverted = input.isInverted ?? false;
  return {
    ...size,
    padding: [12, 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: POINT_SIZE_PX + 2 } },
    scales: {
      x: { time: false },
      y: { dir: isInverted ? -1 : 1, range: (_, min, max) => valueRange(min, max, isInverted) },
    },
    axes: [dayAxis(colors), valueAxis(input, colors)],
    series: [{}, ...input.series.map((series, index) => lineOf(series, index, input, colors))],
    hooks: { setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)] },
  };
}

export function plotData({ days, series }: PlotInput): uPlot.AlignedData {
  return [days.map(dayNumber), ...series.map(({ values }) => [...values])];
}

function lineOf(
  { values }: PlotInput["series"][number],
  index: number,
  input: PlotInput,
  colors: () => PlotColors,
): Series {
  const color = () => colors().series[index] ?? colors().text;
  const lone = lonePoints(values);
  const stepped = input.isStepped === true ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    stroke: color,
    width: LINE_WIDTH_PX,
    dash: canvasDash(index),
    spanGaps: false,
    points: { show: false, size: POINT_SIZE_PX, fill: color, filter: () => lone },
    ...(stepped === undefined ? {} : { paths: stepped }),
  };
}

function dayAxis(colors: () => PlotColors): Axis {
  return {
    ...look(colors),
    grid: { show: false },
    splits: (plot, _, first, last) =>
      dayTicks(Math.ceil(first), Math.floor(last), Math.floor(plot.width / TICK_WIDTH_PX)),
    values: (_, splits) => splits.map((tick) => tickName(tick, splits)),
  };
}

function valueAxis({ format, isInverted = false }: PlotInput, colors: () => PlotColors): Axis {
  return {
    ...look(colors),
    space: TICK_HEIGHT_PX,
    ...(isInverted ? { incrs: [1, 2, 5, 10, 20, 50, 100] } : {}),
    values: (_, splits) => splits.map((value) => format(value)),
    size: (_, values) => Math.max(...(values ?? [""]).map((text) => text.length)) * CHARACTER_WIDTH_PX + 20,
  };
}

function look(colors: () => PlotColors): Axis {
  const { font } = colors();
  const line = { stroke: () => colors().grid, width: 1 };
  return { font, stroke: () => colors().text, grid: line, ticks: { ...line, size: 4 }, border: { show: false } };
}
