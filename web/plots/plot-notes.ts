import { createContext } from "react";
import type uPlot from "uplot";
import type { PlotColors } from "./plot-colors.ts";
import { dayNumber } from "./plot-data.ts";

export type PlotNote = {
  readonly id: number;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly text: string;
};

/** The user's notes, which all plots inside mark at their days. */
export const PlotNotes = createContext<readonly PlotNote[]>([]);

/** Returns the notes of the days of a plot, in the order of time. */
export function notesOfDays(notes: readonly PlotNote[], days: readonly string[]): readonly PlotNote[] {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return notes.filter(({ day }) => day >= first && day <= last).toSorted((a, b) => a.day.localeCompare(b.day));
}

const DASH_PX = [2, 3];
const HEAD_PX = 5;

/** Draws a dashed line with a head at the day of each note. The list below the plot has its text. */
export function noteMarks(notes: readonly PlotNote[], colors: () => PlotColors): uPlot.Plugin {
  const draw = (plot: uPlot) => {
    const { ctx, bbox } = plot;
    const pixel = devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = colors().text;
    ctx.fillStyle = colors().text;
    ctx.lineWidth = pixel;
    ctx.setLineDash(DASH_PX.map((length) => length * pixel));
    for (const { day } of notes) {
      const x = Math.round(plot.valToPos(dayNumber(day), "x", true));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(x - HEAD_PX * pixel, bbox.top);
      ctx.lineTo(x + HEAD_PX * pixel, bbox.top);
      ctx.lineTo(x, bbox.top + HEAD_PX * pixel);
      ctx.fill();
    }
    ctx.restore();
  };
  return { hooks: { draw } };
}
