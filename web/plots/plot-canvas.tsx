import { memo, type RefObject, useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { drawingTimer } from "./drawing-timer.ts";
import { readColors } from "./plot-colors.ts";
import styles from "./plot-figure.module.css";
import { noteMarks } from "./plot-notes.ts";
import { type PlotInput, plotData, plotOptions } from "./plot-options.ts";
import { watchLook } from "./watch-look.ts";

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
    const drawn = new uPlot(
      { ...options, plugins: [drawingTimer(), noteMarks(input.notes, () => colors)] },
      plotData(input),
      element,
    );
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
