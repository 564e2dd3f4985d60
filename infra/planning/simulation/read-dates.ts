import { countries } from "../../../db/seeds/countries.ts";
import {
  DEFAULT_COUNTRY,
  listingLanguages,
  storefrontCodes,
  storefrontsWithoutListing,
} from "../../../lib/domain/country.ts";
import { pageRules, periodicPerRun, STOREFRONT_REST_DAYS } from "../../../lib/domain/page-rules.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { starsRules } from "../../../lib/domain/stars.ts";
import { identityPageLocale } from "../../../lib/sync/identity-page.ts";
import { drawCount } from "./random.ts";

/** A part of an app that is read in turn: the page of a language, a storefront for its status, or its stars. */
export type Kind = {
  readonly isPrimary: readonly boolean[];
  readonly primaryDays: number;
  readonly otherDays: number;
  /** Days within which all parts have been read where the runs keep up. */
  readonly roundDays: number;
  /** Of the others, as many as one run reads because of their age alone. */
  readonly inTurnMax: number;
  /** Says whether also the primary ones are read only as far as others leave tokens. */
  readonly isAllInTurn: boolean;
  /** The one that every run reads with identity; null for none. */
  readonly withIdentity: number | null;
  /** The number of parts, counted from the first, that a new version changes. */
  readonly changing: number;
};

/** What a run reads: `inTurn` as far as others leave tokens, the oldest first. */
export type DueItems = { readonly needed: readonly number[]; readonly inTurn: readonly number[] };

/** When each part of all apps of a platform was last read, in hours from the beginning; negative before it. */
export type ReadDates = {
  /** Of each app. */
  readonly count: number;
  /** Returns those that are due. `changedAt` is when the app last changed, in seconds. */
  findDue(app: number, at: { readonly now: number; readonly changedAt: number }): DueItems;
  /** Records that these, or all, were read. */
  record(app: number, read: readonly number[] | "all", now: number): void;
  /**
   * Returns the ages in days of the parts that are read in turn, the oldest last. The primary part is left out where it
   * is read daily.
   */
  oldestDays(now: number): number;
};

const HOUR_SECONDS = 3_600;
const DAY_HOURS = 24;

/**
 * Apps are sold everywhere, so a language is read in the first of its storefronts. Where metrics are global, the
 * storefronts in which no language is read have their turns with the pages.
 */
export function pagesOf(platform: Platform): Kind {
  const languages = listingLanguages(countries, platform);
  const others = platformFacts[platform].hasGlobalMetrics ? storefrontsWithoutListing(countries, platform) : [];
  const isPrimary = [
    ...languages.map(({ storefronts }) => storefronts[0] === DEFAULT_COUNTRY),
    ...others.map(() => false),
  ];
  const pageLocale = identityPageLocale(countries, { platform, country: DEFAULT_COUNTRY });
  const withIdentity = pageLocale === undefined ? null : languages.findIndex(({ locale }) => locale === pageLocale);
  const inTurnMax = periodicPerRun[platform];
  const { primaryDays, otherDays: roundDays } = pageRules[platform];
  return {
    isPrimary,
    primaryDays,
    otherDays: platformFacts[platform].hasGlobalMetrics ? STOREFRONT_REST_DAYS : roundDays,
    roundDays,
    inTurnMax,
    isAllInTurn: false,
    withIdentity,
    changing: languages.length,
  };
}

/** Where metrics are global, each sync reads the stars with them. */
export function starsOf(platform: Platform): Kind {
  const storefronts = platformFacts[platform].hasGlobalMetrics ? [] : storefrontCodes(countries, platform);
  const isPrimary = storefronts.map((code) => code === DEFAULT_COUNTRY);
  return {
    isPrimary,
    ...starsRules,
    roundDays: starsRules.otherDays,
    inTurnMax: starsRules.otherPerRun,
    isAllInTurn: true,
    withIdentity: null,
    changing: 0,
  };
}

const MONTH_DAYS = 365 / 12;

type Turns = { readonly isSpread: boolean; readonly month: "first" | "later" };

/** Returns how many of an app come round on a day, on average: of those in its own storefront, and of the others. */
export function turnsPerDay(
  { isPrimary, primaryDays, otherDays, inTurnMax, withIdentity }: Kind,
  { isSpread, month }: Turns,
): { readonly primary: number; readonly others: number } {
  const all = isPrimary.filter(Boolean).length;
  const primary = withIdentity === null ? all : all - 1;
  // Of those that were all read at its beginning, what has come round by its end.
  const least = isSpread ? 0.5 : 1;
  // This is the mean of 1 / x for x between a half and one.
  const later = (isSpread ? 2 * Math.LN2 : 1) / otherDays;
  const reached = (MONTH_DAYS / otherDays - least) / (1 - least);
  const first = Math.min(1, Math.max(0, Number.isNaN(reached) ? 0 : reached)) / MONTH_DAYS;
  return {
    primary: primary / Math.max(1, primaryDays),
    others: Math.min(inTurnMax, (isPrimary.length - all) * (month === "first" ? first : later)),
  };
}

type Reads = {
  readonly apps: number;
  readonly kind: Kind;
  /** Says whether those that were read together come round one after the other, from half of their days on. */
  readonly agesSpread: boolean;
  /** Of the others, those that something else than their age makes due, a day. */
  readonly movedShare: number;
  readonly random: () => number;
};

/** As if apps had long been followed: what is read in turn was last read at any time within its turn. */
export function createReadDates({ apps, kind, agesSpread, movedShare, random }: Reads): ReadDates {
  const { isPrimary, primaryDays, otherDays, inTurnMax, isAllInTurn, withIdentity, changing, roundDays } = kind;
  const count = isPrimary.length;
  const hours = new Int16Array(apps * count);
  const others = Array.from(isPrimary.keys()).filter((item) => item !== withIdentity);
  const ageMaxHours = (app: number, item: number) =>
    DAY_HOURS * (isPrimary[item] ? primaryDays : otherDays * (agesSpread ? partOf(app, item) : 1));
  for (let app = 0; app < apps; app += 1) {
    for (let item = 0; item < count; item += 1) {
      const roundHours = ageMaxHours(app, item) * (isPrimary[item] ? 1 : roundDays / otherDays);
      hours[app * count + item] = -Math.ceil(random() * Math.max(DAY_HOURS, roundHours));
    }
  }

  return {
    count,
    findDue(app, { now, changedAt }) {
      const readAt = (item: number) => hours[app * count + item] ?? 0;
      const changed = others.filter((item) => item < changing && changedAt / HOUR_SECONDS > readAt(item));
      const old = others.filter((item) => now / HOUR_SECONDS - readAt(item) >= ageMaxHours(app, item));
      const moved = Array.from({ length: drawCount(random, count, movedShare) }, () => Math.floor(random() * count));
      const due = [...new Set([...old, ...moved])];
      const needed = [...new Set([...changed, ...due.filter((item) => isPrimary[item])])];
      const inTurn = due
        .filter((item) => !needed.includes(item))
        .toSorted((a, b) => readAt(a) - readAt(b))
        .slice(0, inTurnMax);
      return isAllInTurn ? { needed: [], inTurn: [...needed, ...inTurn] } : { needed, inTurn };
    },
    record(app, read, now) {
      const hour = Math.ceil(now / HOUR_SECONDS);
      if (read === "all") hours.fill(hour, app * count, (app + 1) * count);
      else for (const item of read) hours[app * count + item] = hour;
    },
    oldestDays(now) {
      let oldest = Math.floor(now / HOUR_SECONDS);
      for (const [index, hour] of hours.entries()) {
        if (index % count !== withIdentity) oldest = Math.min(oldest, hour);
      }
      return count === 0 || apps === 0 ? 0 : (now / HOUR_SECONDS - oldest) / DAY_HOURS;
    },
  };
}

const UINT32 = 2 ** 32;

/** A number from a half to one that follows from the app and the page: the stored rule takes a hash of both. */
function partOf(app: number, item: number): number {
  const mixed = Math.imul(app * 61 + item + 1, 0x9e3779b1);
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  return (1 + hash / UINT32) / 2;
}
