import type uPlot from "uplot";

/** Each drawing is reported as "plot.draw" in the browser's performance timeline. */
export function drawingTimer(): uPlot.Plugin {
  let start = 0;
  return {
    hooks: {
      drawClear: () => {
        start = performance.now();
      },
      draw: () => {
        performance.measure("plot.draw", { start });
      },
    },
  };
}
