import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import { PlotFigure } from "../plots/plot-figure.tsx";

declare global {
  interface Window {
    /** Draws other data `count` times. Returns the milliseconds from each change to the frame that shows it. */
    drawPlots: (count: number) => Promise<number[]>;
  }
}

const DAYS = 365;
const SERIES = 5;
const DAY_MS = 86_400_000;
const days = Array.from({ length: DAYS }, (_, day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
const host = document.createElement("div");
document.body.append(host);
const root = createRoot(host);

window.drawPlots = async (count) => {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    await nextFrame();
    const startedAt = performance.now();
    flushSync(() =>
      root.render(<PlotFigure title="A year" summary="" days={days} series={seriesOf(round)} format={String} />),
    );
    times.push(performance.now() - startedAt);
  }
  return times;
};

function seriesOf(round: number) {
  return Array.from({ length: SERIES }, (_, series) => ({
    name: `Series ${series}`,
    values: days.map((_, day) => (day % 50 === series ? null : 100 * series + ((day * (round + 7)) % 90))),
  }));
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
