/**
 * A sweep reads all storefronts of all followed apps every day, as long as the pace of a stage allows. With more apps,
 * own storefronts and the largest ones come first every day, and the others rotate by the age of their last read.
 */

/** The first number of shards that read nothing but the own storefront of their apps, where it is not a large one. */
export const FIRST_OWN_SHARD = 5_000;

/** How many days back a plan looks for the last read of a storefront. Those that were read before are treated alike. */
export const LAST_READ_DAYS_MAX = 14;

/** Of what the pace gives in a day, the share that is planned. Further attempts and express shards take the rest. */
const PLANNED_SHARE = 0.9;
/** What other storefronts get of a day, at least, however many apps have a large one. */
const ROTATED_SHARE = 0.1;
/** What texts in a second language of a storefront get of what rotates, at least. */
const TEXTS_SHARE = 0.1;

const DAY_MINUTES = 1_440;

/** Batches, by what they read. */
export type SweepBatches = {
  /** Own storefronts outside the largest. */
  readonly own: number;
  readonly largest: number;
  /** All other storefronts. */
  readonly others: number;
  /** Texts in a second language of any storefront. */
  readonly texts: number;
};

/** Days in which storefronts are read anew. */
export type RefreshDays = { readonly own: number; readonly largest: number; readonly all: number };

export function batchesOfDay({ batchesPerMinute }: { readonly batchesPerMinute: number }): number {
  return Math.floor(batchesPerMinute * DAY_MINUTES * PLANNED_SHARE);
}

/** Returns how many batches of a day rotate, at least, while the largest storefronts take all others. */
export function rotatedMin(batchesMax: number): number {
  return share(batchesMax, ROTATED_SHARE);
}

/** Returns which of the wanted batches a day reads, or `all`: then no storefront needs a list of its own. */
export function planDay(wanted: SweepBatches, batchesMax: number): SweepBatches | "all" {
  const { largest, others, own, texts } = wanted;
  if (largest + others + texts <= batchesMax) return "all";
  const first = Math.min(own + largest, batchesMax - Math.min(others + texts, rotatedMin(batchesMax)));
  const rotated = batchesMax - first;
  const textsRead = Math.min(texts, Math.max(share(rotated, TEXTS_SHARE), rotated - others));
  return {
    own: Math.min(own, first),
    largest: first - Math.min(own, first),
    others: Math.min(others, rotated - textsRead),
    texts: textsRead,
  };
}

/** Returns in how many days such a plan reads each kind of storefront. */
export function refreshDaysOf(wanted: SweepBatches, plan: SweepBatches | "all"): RefreshDays {
  if (plan === "all") return { own: 1, largest: 1, all: 1 };
  const [own, largest, others] = (["own", "largest", "others"] as const).map((kind) =>
    daysOf(wanted[kind], plan[kind]),
  );
  return { own: own ?? 1, largest: largest ?? 1, all: Math.max(own ?? 1, largest ?? 1, others ?? 1) };
}

/** More than a column holds would mean as little. */
const DAYS_MAX = 9_999;

function daysOf(wanted: number, read: number): number {
  if (wanted === 0) return 1;
  return read === 0 ? DAYS_MAX : Math.min(DAYS_MAX, Math.ceil(wanted / read));
}

function share(batches: number, part: number): number {
  return Math.floor(batches * part);
}
