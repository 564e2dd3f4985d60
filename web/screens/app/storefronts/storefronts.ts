import type { Data } from "../../../client/operation-types.ts";
import { type Region, regionOf } from "../../../features/stores/regions.ts";
import { addDays, utcDay } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatDay } from "../../../format/times.ts";
import type { PricePeriod, StorefrontPrices } from "./price-steps.ts";

type Availability = Data<"showAvailability">[number];

export type Storefront = {
  readonly code: string;
  readonly name: string;
  readonly region: Region;
  /** It is null if the storefront was not read yet. */
  readonly isAvailable: boolean | null;
  /** The day of the last change, or of the first read. */
  readonly since: string | null;
  /** True if the state has never been another one. */
  readonly isFirstState: boolean;
  /** The price now. Undefined if the store shows none, or the same one everywhere. */
  readonly price: PricePeriod | undefined;
  readonly prices: StorefrontPrices | undefined;
};

/** Returns the storefronts by name, each with its state and its price. */
export function joinStorefronts(
  availability: readonly Availability[],
  prices: readonly StorefrontPrices[],
): readonly Storefront[] {
  const first = firstDay(availability);
  const pricesOf = new Map(prices.map((one) => [one.country_code, one]));
  const joined = availability.map(({ country_code: code, is_available: isAvailable, since }) => {
    const known = pricesOf.get(code);
    return {
      code,
      name: countryName(code),
      region: regionOf(code),
      isAvailable,
      since: since === null ? null : utcDay(since),
      isFirstState: since !== null && utcDay(since) === first,
      price: known?.periods[0],
      prices: known,
    };
  });
  return joined.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The app's first sync reads all storefronts on one day. */
function firstDay(availability: readonly Availability[]): string | undefined {
  return availability
    .flatMap(({ since }) => (since === null ? [] : [utcDay(since)]))
    .toSorted()
    .at(0);
}

export function countStates(storefronts: readonly Storefront[]) {
  const count = (wanted: boolean | null) => storefronts.filter(({ isAvailable }) => isAvailable === wanted).length;
  return { available: count(true), missing: count(false), unread: count(null) };
}

export function describeStates(storefronts: readonly Storefront[]): string {
  const { available, unread } = countStates(storefronts);
  const text = `Available in ${available} of ${storefronts.length} storefronts`;
  return unread === 0 ? text : `${text}, ${unread} not read yet`;
}

/** Returns the day since which a storefront does not have the app, by default as YYYY-MM-DD for a file. */
export function describeSince(
  { since, isFirstState }: Pick<Storefront, "since" | "isFirstState">,
  format = (day: string) => day,
): string {
  if (since === null) return "–";
  return isFirstState ? "Never seen there" : format(since);
}

/** Returns a text such as "Not available since 9 Mar 2026". */
export function describeState({ isAvailable, since, isFirstState }: Storefront): string {
  if (isAvailable === null) return "Not read yet";
  const state = isAvailable ? "Available" : "Not available";
  if (since === null) return state;
  return isFirstState ? `${state} since the first read on ${formatDay(since)}` : `${state} since ${formatDay(since)}`;
}

const LATELY_DAYS = 30;

/** Returns whether the state or the price has changed in the last thirty days. */
export function hasChangedLately({ since, isFirstState, prices }: Storefront, today: string): boolean {
  const earliest = addDays(today, -LATELY_DAYS);
  const [now, before] = prices?.periods ?? [];
  const isNewState = since !== null && !isFirstState && since > earliest;
  return isNewState || (now !== undefined && before !== undefined && utcDay(now.since) > earliest);
}

/** Returns the storefronts without the app, those that lost it last first. */
export function missingStorefronts(storefronts: readonly Storefront[]): readonly Storefront[] {
  const missing = storefronts.filter(({ isAvailable }) => isAvailable === false);
  return missing.toSorted((a, b) => (b.since ?? "").localeCompare(a.since ?? "", "en"));
}
