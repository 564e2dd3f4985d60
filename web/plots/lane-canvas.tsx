import { memo, type RefObject, useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { classNames } from "../format/class-names.ts";
import { drawingTimer } from "./drawing-timer.ts";
import { type LaneInput, laneData, laneOptions } from "./lane-options.ts";
import styles from "./lane-plot.module.css";
import { readColors } from "./plot-colors.ts";
import { watchLook } from "./watch-look.ts";

type LaneCanvasProps = LaneInput & { readonly frame: RefObject<HTMLElement | null> };

export const LaneCanvas = memo(function LaneCanvas({ frame, ...shown }: LaneCanvasProps) {
  const { lane, days, axisWidth, endWidth, hasDays, marked } = shown;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const owner = frame.current;
    if (element === null || owner === null) return;
    let colors = readColors(owner);
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const input = { lane, days, axisWidth, endWidth, hasDays, marked };
    const options = laneOptions({ ...input, size: size(), colors: () => colors });
    const plot = new uPlot({ ...options, plugins: [drawingTimer()] }, laneData(input), element);
    const stopWatching = watchLook(() => {
      colors = readColors(owner);
      plot.redraw(false, true);
    });
    const resizing = new ResizeObserver(() => plot.setSize(size()));
    resizing.observe(element);
    return () => {
      stopWatching();
      resizing.disconnect();
      plot.destroy();
    };
  }, [frame, lane, days, axisWidth, endWidth, hasDays, marked]);
  return (
    <div
      ref={box}
      className={classNames(styles.canvas, lane.isTall && styles.tall, hasDays && styles.lowest)}
      aria-hidden="true"
    />
  );
});
