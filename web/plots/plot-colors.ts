import type { Options, Series } from "uplot";
import styles from "./plot-figure.module.css";

export const SERIES_MAX = 5;

/** Dashes are in CSS pixels. Lines differ by them too, for readers who do not distinguish the colours. */
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 4, 2, 4], [4, 2]];

export const seriesClasses = [styles.series1, styles.series2, styles.series3, styles.series4, styles.series5];

export function dashOf(index: number): readonly number[] {
  return dashes[index % dashes.length] ?? [];
}

export type PlotColors = {
  readonly text: string;
  readonly grid: string;
  readonly series: readonly string[];
  readonly font: NonNullable<NonNullable<Options["axes"]>[number]["font"]>;
};

/** Returns the colours as CSS resolves them. Each sample in the figure's legend has the colour of its series. */
export function readColors(figure: HTMLElement): PlotColors {
  const { color, borderTopColor, fontFamily, fontSize } = getComputedStyle(figure);
  const samples = [...figure.querySelectorAll<Element>("[data-series]")];
  return {
    text: color,
    grid: borderTopColor,
    series: samples.map((sample) => getComputedStyle(sample).color),
    font: `${fontSize} ${fontFamily}`,
  };
}

export function canvasDash(index: number): NonNullable<Series["dash"]> {
  return dashOf(index).map((length) => length * window.devicePixelRatio);
}
