import { memo, type RefObject, useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { readColors } from "./plot-colors.ts";
import styles from "./plot-figure.module.css";
import { type PlotInput, plotData, plotOptions } from "./plot-options.ts";

type PlotCanvasProps = {
  readonly input: PlotInput;
  readonly figure: RefObject<HTMLElement | null>;
  /** Where the plot is kept while it is drawn, so that the keyboard can move its cursor. */
  readonly plot: RefObject<uPlot | null>;
  readonly onCursor: (place: number | null) => void;
};

/** The drawing itself, which is drawn anew when its data, its width or the theme changes. */
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

/** Calls back when the system's or the reader's theme changes. Returns what ends it. */
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

/** Returns the plugin that measures each drawing, as "plot.draw" among the browser's measures. */
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
