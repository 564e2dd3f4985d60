/** One thing that the specification says, and every test that shows it. */
export type Row = {
  readonly row: string;
  /** `file below tests > title of the test`. */
  readonly tests: readonly string[];
};

export type Section = { readonly section: string; readonly rows: readonly Row[] };

/** A row of an endpoint table. */
type RouteRow = Row & { readonly route: `${string} /${string}` };

export type RouteSection = { readonly section: string; readonly rows: readonly RouteRow[] };
