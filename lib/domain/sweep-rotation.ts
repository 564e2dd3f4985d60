/**
 * A sweep reads all storefronts of all followed apps daily if its pace allows. Otherwise, own and the largest
 * storefronts come first, and the others rotate by the age of their last read.
 */

/** Shards that read only the own storefront of their apps, outside the largest ones, are numbered from here. */
export const FIRST_OWN_SHARD = 5_000;

/** A plan distinguishes the last reads of storefronts by age up to this number of days. Older reads count the same. */
export const LAST_READ_DAYS_MAX = 14;

/** The share of a day's pace that is planned. Further attempts and express shards take the rest. */
const PLANNED_SHARE = 0.9;
/** The least share of a day that other storefronts get, even if very many apps need the largest. */
const ROTATED_SHARE = 0.1;
/** The least share of rotating batches for texts in a second language. */
const TEXTS_SHARE = 0.1;

/** A day in which everything is read in time is planned at this share of its pace, which leaves tokens for others. */
const USUAL_SHARE = 0.8;
/** The share of a day in which such a plan ends. */
const ENDED_SHARE = 2 / 3;

const DAY_MINUTES = 1_440;

export type SweepBatches = {
  readonly own: number;
  readonly largest: number;
  readonly others: number;
  readonly texts: number;
};

export type RefreshDays = { readonly own: number; readonly largest: number; readonly all: number };

export function batchesOfDay({ batchesPerMinute }: { readonly batchesPerMinute: number }): number {
  return Math.floor(batchesPerMinute * DAY_MINUTES * PLANNED_SHARE);
}

/** Returns the batches a minute of a day that reads everything in time. */
export function usualPace({ batchesPerMinute }: { readonly batchesPerMinute: number }): number {
  return batchesPerMinute * USUAL_SHARE;
}

/** Returns the batches a minute at which a day is planned: the whole pace only if the day needs it. */
export function paceOfDay(
  wanted: SweepBatches,
  plan: SweepBatches | "all",
  pace: { readonly batchesPerMinute: number },
): number {
  const { batchesPerMinute } = pace;
  if (plan !== "all") return batchesPerMinute;
  const needed = (wanted.largest + wanted.others + wanted.texts) / (DAY_MINUTES * ENDED_SHARE);
  return Math.min(batchesPerMinute, Math.max(usualPace(pace), needed));
}

export function rotatedMin(batchesMax: number): number {
  return share(batchesMax, ROTATED_SHARE);
}

/** Returns the wanted batches that a day reads, or `all` if no storefront needs a list of its own. */
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

export function refreshDaysOf(wanted: SweepBatches, plan: SweepBatches | "all"): RefreshDays {
  if (plan === "all") return { own: 1, largest: 1, all: 1 };
  const [own, largest, others] = (["own", "largest", "others"] as const).map((kind) =>
    daysOf(wanted[kind], plan[kind]),
  );
  return { own: own ?? 1, largest: largest ?? 1, all: Math.max(own ?? 1, largest ?? 1, others ?? 1) };
}

/** A bound that fits the column; larger numbers say no more. */
const DAYS_MAX = 9_999;

function daysOf(wanted: number, read: number): number {
  if (wanted === 0) return 1;
  return read === 0 ? DAYS_MAX : Math.min(DAYS_MAX, Math.ceil(wanted / read));
}

function share(batches: number, part: number): number {
  return Math.floor(batches * part);
}
