export type PlotSeries = {
  readonly name: string;
  /** One a day; null is a gap. */
  readonly values: readonly (number | null)[];
};

export type LinePlotProps = {
  readonly title: string;
  /** A sentence or two say what the plot shows. */
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
