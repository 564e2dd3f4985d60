import { Suspense } from "react";
import { lazyComponent } from "../components/lazy-component.tsx";
import styles from "./line-plot.module.css";
import type { LinePlotProps } from "./plot-input.ts";

const PlotFigure = lazyComponent(async () => (await import("./plot-figure.tsx")).PlotFigure);

/** Until the code is loaded, a placeholder has the same height. */
export function LinePlot(props: LinePlotProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} role="status" aria-label={`Loading ${props.title}`} />}>
      <PlotFigure {...props} />
    </Suspense>
  );
}
