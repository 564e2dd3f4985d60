export type PlotSeries = {
  readonly name: string;
  /** One value for each day; null is a gap. */
  readonly values: readonly (number | null)[];
};

export type LinePlotProps = {
  readonly title: string;
  readonly summary: string;
  /** Ascending days, YYYY-MM-DD. */
  readonly days: readonly string[];
  /** At most five series. */
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
  readonly isInverted?: boolean | undefined;
  /** Each value holds until the next one, as for a price. */
  readonly isStepped?: boolean | undefined;
};
