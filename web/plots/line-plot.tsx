import { lazy, Suspense } from "react";
import { loadFile } from "../components/load-file.ts";
import styles from "./line-plot.module.css";
import type { PlotSeries } from "./plot-series.ts";

export type LinePlotProps = {
  readonly title: string;
  /** What the plot shows, in a sentence or two. */
  readonly summary: string;
  /** YYYY-MM-DD, in order. */
  readonly days: readonly string[];
  /** At most five. */
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
  /** Puts the smallest value on top, as of ranks. */
  readonly isInverted?: boolean | undefined;
  /** A value holds until the next one, as a price does. */
  readonly isStepped?: boolean | undefined;
};

const PlotFigure = lazy(async () => ({ default: (await loadFile(() => import("./plot-figure.tsx"))).PlotFigure }));

/** Lines over days. Its code is loaded with the first plot, into a place of the same height. */
export function LinePlot(props: LinePlotProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} role="status" aria-label={`Loading ${props.title}`} />}>
      <PlotFigure {...props} />
    </Suspense>
  );
}
