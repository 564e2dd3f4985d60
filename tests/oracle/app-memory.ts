export type ExpectedChange = {
  readonly day: number;
  readonly field: string;
  /** The storefront or the language. */
  readonly place: string;
  readonly old: string | null;
  readonly new: string | null;
};

/** The fields of a listing as the store showed them when they were read. */
export type ListingFields = Readonly<Record<string, string | null>>;

/** What the comparisons of earlier days have found about an app. The expected changes follow from it. */
export type AppMemory = {
  /** A row for each day on which a storefront was read, by storefront. */
  readonly reads: Map<string, { readonly day: number; readonly isSold: boolean }[]>;
  /** A row for each day on which a storefront's price was read, by storefront. */
  readonly prices: Map<
    string,
    readonly { readonly day: number; readonly price: number; readonly currency: string | null }[]
  >;
  /** The number of ratings over all storefronts, by day. */
  readonly totals: Map<number, number | null>;
  /** The fields of each listing by language; undefined once the language is removed. */
  readonly listings: Map<string, ListingFields | undefined>;
  /** The map has the last value of each fact on the days before, by key and storefront. */
  readonly facts: Map<string, { readonly day: number; readonly value: unknown }>;
  /** The days after which no storefront had the app. */
  readonly goneDays: number[];
  readonly changes: ExpectedChange[];
  /** The comparisons of changes that were already reported. */
  readonly reported: Set<string>;
  readonly expect: (change: ExpectedChange) => void;
};

export function createAppMemory(): AppMemory {
  const changes: ExpectedChange[] = [];
  return {
    reads: new Map(),
    prices: new Map(),
    totals: new Map(),
    listings: new Map(),
    facts: new Map(),
    goneDays: [],
    changes,
    reported: new Set(),
    expect: (change) => void changes.push(change),
  };
}
