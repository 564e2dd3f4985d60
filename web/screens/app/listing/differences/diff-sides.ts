import type { Input } from "../../../../client/operation-types.ts";
import type { Platform } from "../../../../format/app-path.ts";
import { addDays } from "../../../../format/days.ts";
import { localeName } from "../../../../format/locale-names.ts";
import { formatDay } from "../../../../format/times.ts";
import type { ListingState } from "../listing-state.ts";
import { markBefore } from "../time-travel/day-marks.ts";
import type { KnownDays } from "../time-travel/use-day-marks.ts";

export type Side = { readonly name: string; readonly input: Input<"showListing"> };

export type ComparedApp = { readonly platform: Platform; readonly externalId: string; readonly name: string };

type DiffContext = {
  readonly app: ComparedApp;
  readonly others: readonly ComparedApp[];
  readonly country: string;
  readonly days: KnownDays;
};

type DiffState = Pick<ListingState, "kind" | "country" | "locale" | "with" | "other" | "before" | "at">;

const DAYS_BACK = 30;

/** Returns the two listings to compare, or undefined while the second is not chosen. */
export function diffSides(state: DiffState, context: DiffContext): readonly [Side, Side] | undefined {
  const { app } = context;
  const { locale, at: to } = state;
  const listing = (
    of: ComparedApp,
    query: { readonly locale?: string | undefined; readonly at?: string | undefined },
  ) => ({
    params: { platform: of.platform, external_id: of.externalId },
    query: { country_code: state.country ?? context.country, ...query },
  });
  switch (state.kind) {
    case "days": {
      const from = firstDay(state, context.days);
      return [
        { name: formatDay(from), input: listing(app, { locale, at: from }) },
        { name: to === undefined ? "Now" : formatDay(to), input: listing(app, { locale, at: to }) },
      ];
    }
    case "languages": {
      if (state.with === undefined) return undefined;
      return [
        { name: locale === undefined ? "" : localeName(locale), input: listing(app, { locale, at: to }) },
        { name: localeName(state.with), input: listing(app, { locale: state.with, at: to }) },
      ];
    }
    case "apps": {
      const other = context.others.find((one) => keyOf(one) === state.other);
      if (other === undefined) return undefined;
      return [
        { name: app.name, input: listing(app, { locale, at: to }) },
        { name: other.name, input: listing(other, { locale, at: to }) },
      ];
    }
  }
}

/** Returns the chosen day, or the one before the last change, or one a month before if no change is known. */
export function firstDay({ before, at }: Pick<DiffState, "before" | "at">, { first, last, marks }: KnownDays): string {
  if (before !== undefined) return before;
  const to = at ?? last;
  const change = markBefore(marks, addDays(to, 1));
  const day = addDays(change?.day ?? to, change === undefined ? -DAYS_BACK : -1);
  return day < first ? first : day;
}

/** Returns the app as the address names it, such as "ios:123". */
export function keyOf({ platform, externalId }: Pick<ComparedApp, "platform" | "externalId">): string {
  return `${platform}:${externalId}`;
}

type Listed = {
  readonly origin_country_code: string;
  readonly listings: readonly { readonly locale: string; readonly read_in_country_code: string }[];
};

export function mainLocale({ listings, origin_country_code: origin }: Listed): string | undefined {
  return (listings.find(({ read_in_country_code: country }) => country === origin) ?? listings[0])?.locale;
}
