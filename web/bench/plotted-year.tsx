import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import { wholeSteps } from "../plots/lane.ts";
import { LanePlot } from "../plots/lane-plot.tsx";
import { PlotFigure } from "../plots/plot-figure.tsx";

declare global {
  interface Window {
    /** Draws other data `count` times. Returns the milliseconds from each change to the frame that shows it. */
    drawPlots: (count: number) => Promise<number[]>;
    /** Draws a lane of other data `count` times, of each kind in turn. */
    drawLanes: (count: number) => Promise<number[]>;
  }
}

const DAYS = 365;
const SERIES = 5;
const DAY_MS = 86_400_000;
const days = Array.from({ length: DAYS }, (_, day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
const host = document.createElement("div");
document.body.append(host);
const root = createRoot(host);

window.drawPlots = (count) =>
  timeDrawings(count, (round) => (
    <PlotFigure title="A year" summary="" days={days} series={seriesOf(round)} format={String} />
  ));

const kinds = ["lines", "bars", "steps"] as const;
const marked = days.map((_, place) => place).filter((place) => place % 9 === 0);
const scale = { floor: 0, spanMin: 1, steps: wholeSteps };

window.drawLanes = (count) =>
  timeDrawings(count, (round) => {
    const kind = kinds[round % kinds.length] ?? "lines";
    const series = kind === "lines" ? seriesOf(round) : seriesOf(round).slice(0, 1);
    const lane = { key: kind, name: "A year", kind, series, format: String, scale };
    return <LanePlot key={kind} lane={lane} days={days} axisWidth={52} endWidth={80} hasDays marked={marked} />;
  });

async function timeDrawings(count: number, draw: (round: number) => ReactNode): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    await nextFrame();
    const startedAt = performance.now();
    flushSync(() => root.render(draw(round)));
    times.push(performance.now() - startedAt);
  }
  return times;
}

function seriesOf(round: number) {
  return Array.from({ length: SERIES }, (_, series) => ({
    name: `Series ${series}`,
    values: days.map((_, day) => (day % 50 === series ? null : 100 * series + ((day * (round + 7)) % 90))),
  }));
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
