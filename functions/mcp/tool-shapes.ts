/** How a tool differs from its operation, so that its result is short enough for an assistant. */
export type ToolShape = {
  /** Arguments whose default differs from the API's. */
  readonly defaults?: Readonly<Record<string, number>>;
  /** Fields of `data` that are left out, and the tools that return them. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** For lists of `data`, the maximum number of returned rows. */
  readonly firstRows?: Readonly<Record<string, number>>;
  /** True if the operation returns a long list without pages. */
  readonly hasRows?: true;
};

export const toolShapes: Readonly<Record<string, ToolShape>> = {
  // The texts of all languages have up to 120,000 characters.
  showApp: {
    leftOut: { listings: "get_app_listing", changes: "list_app_changes", competitors: "list_app_competitors" },
    firstRows: { versions: 20 },
  },
  showOverview: { defaults: { days: 30 } },
  showChart: { hasRows: true },
  showChartMovers: { firstRows: { entered: 40, left: 40, moved: 40 } },
  listAppCompetitors: { hasRows: true },
};
