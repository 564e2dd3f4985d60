import { memo, type RefObject, useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { readColors } from "./plot-colors.ts";
import styles from "./plot-figure.module.css";
import { type PlotInput, plotData, plotOptions } from "./plot-options.ts";

type PlotCanvasProps = {
  readonly input: PlotInput;
  readonly figure: RefObject<HTMLElement | null>;
  readonly plot: RefObject<uPlot | null>;
  readonly onCursor: (place: number | null) => void;
};

export const PlotCanvas = memo(function PlotCanvas({ input, figure, plot, onCursor }: PlotCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    const owner = figure.current;
    if (element === null || owner === null) return;
    let colors = readColors(owner);
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const options = plotOptions({ input, size: size(), colors: () => colors, onCursor });
    const drawn = new uPlot({ ...options, plugins: [drawingTimer()] }, plotData(input), element);
    plot.current = drawn;
    const stopWatching = watchLook(() => {
      colors = readColors(owner);
      drawn.redraw(false, true);
    });
    const resizing = new ResizeObserver(() => drawn.setSize(size()));
    resizing.observe(element);
    return () => {
      stopWatching();
      resizing.disconnect();
      plot.current = null;
      drawn.destroy();
    };
  }, [input, figure, plot, onCursor]);
  return <div ref={frame} className={styles.canvas} aria-hidden="true" />;
});

/** Returns a function that stops the watching. */
function watchLook(onChange: () => void): () => void {
  const scheme = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = new MutationObserver(onChange);
  scheme.addEventListener("change", onChange);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    scheme.removeEventListener("change", onChange);
    theme.disconnect();
  };
}

/** Each drawing is reported as "plot.draw" in the browser's performance timeline. */
function drawingTimer(): uPlot.Plugin {
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
