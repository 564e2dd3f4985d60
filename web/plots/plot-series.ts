export type PlotSeries = {
  readonly name: string;
  /** One a day; null is a gap. */
  readonly values: readonly (number | null)[];
};
