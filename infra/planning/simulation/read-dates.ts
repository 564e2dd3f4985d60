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
import { identityPageLocale } from "../../../lib/sync/plan.ts";

/** A kind of periodically refreshed part: the page of a language, a storefront for its status, or its stars. */
export type Kind = {
  readonly isPrimary: readonly boolean[];
  readonly primaryDays: number;
  readonly otherDays: number;
  readonly roundDays: number;
  /** True if parts that were read together come due one after another, from half of their days on. */
  readonly isSpread: boolean;
  /** The most other parts that one run reads only because of their age. */
  readonly inTurnMax: number;
  /** The part that every run reads with identity; null for none. */
  readonly withIdentity: number | null;
  /** The number of parts, counted from the first, that a new version changes. If none, all wait for spare tokens. */
  readonly changing: number;
};

/**
 * The first languages of the store show an app, each in the first of its storefronts. With global metrics, storefronts
 * without a listing are refreshed like pages, also where they lack the app.
 */
export function pagesOf(platform: Platform, soldShare = 1): Kind {
  const { hasGlobalMetrics } = platformFacts[platform];
  const languages = firstOf(listingLanguages(countries, platform), soldShare);
  const others = hasGlobalMetrics ? storefrontsWithoutListing(countries, platform) : [];
  const locale = identityPageLocale(countries, { platform, country: DEFAULT_COUNTRY });
  const { primaryDays, otherDays: roundDays } = pageRules[platform];
  return {
    isPrimary: [...languages.map(({ storefronts }) => storefronts[0] === DEFAULT_COUNTRY), ...others.map(() => false)],
    primaryDays,
    otherDays: hasGlobalMetrics ? STOREFRONT_REST_DAYS : roundDays,
    roundDays,
    isSpread: true,
    inTurnMax: periodicPerRun[platform],
    withIdentity: locale === undefined ? null : languages.findIndex((language) => language.locale === locale),
    changing: languages.length,
  };
}

/** With global metrics, each sync reads the stars, too. */
export function starsOf(platform: Platform, soldShare = 1): Kind {
  const all = platformFacts[platform].hasGlobalMetrics ? [] : storefrontCodes(countries, platform);
  const storefronts = firstOf(all, soldShare);
  const { otherDays, otherPerRun, primaryDays } = starsRules;
  return {
    isPrimary: storefronts.map((code) => code === DEFAULT_COUNTRY),
    primaryDays,
    otherDays,
    roundDays: otherDays,
    isSpread: false,
    inTurnMax: otherPerRun,
    withIdentity: null,
    changing: 0,
  };
}

function firstOf<Part>(parts: readonly Part[], share: number): readonly Part[] {
  return parts.slice(0, Math.round(share * parts.length));
}

/** The hour at which a part was last read if it never was. */
const NEVER = -(2 ** 15);

const HOUR_SECONDS = 3_600;
const DAY_HOURS = 24;

type Reads = { readonly apps: number; readonly movedShare: number; readonly random: () => number };

/**
 * Returns when each part of all apps was last read, in hours from the beginning. Periodic parts begin at any age within
 * their period, as if apps had long been followed.
 */
export function createReadDates(kind: Kind, { apps, movedShare, random }: Reads) {
  const { isPrimary, primaryDays, otherDays, inTurnMax, isSpread, withIdentity, changing } = kind;
  const count = isPrimary.length;
  const hours = new Int16Array(apps * count);
  const others = [...isPrimary.keys()].filter((item) => item !== withIdentity);
  const daysOf = (app: number, item: number, days: number) =>
    isPrimary[item] ? primaryDays : days * (isSpread ? partOf(app, item) : 1);
  for (const place of hours.keys()) {
    const days = daysOf(Math.floor(place / count), place % count, kind.roundDays);
    hours[place] = -Math.ceil(random() * DAY_HOURS * Math.max(1, days));
  }

  return {
    /** The parts that a whole run reads besides identity: those that a new version changes, and the others. */
    languages: others.filter((item) => item < changing),
    storefronts: others.filter((item) => item >= changing),
    /** Returns the parts that a run reads. `periodic` needs spare tokens, oldest first. `changedAt` is in seconds. */
    findDue(app: number, { now, changedAt }: { readonly now: number; readonly changedAt: number }) {
      const readAt = (item: number) => hours[app * count + item] ?? 0;
      const isChanged = (item: number) => readAt(item) === NEVER || changedAt / HOUR_SECONDS > readAt(item);
      const changed = others.filter((item) => item < changing && isChanged(item));
      const old = others.filter(
        (item) => now / HOUR_SECONDS - readAt(item) >= DAY_HOURS * daysOf(app, item, otherDays),
      );
      const moved = random() < movedShare * count ? [Math.floor(random() * count)] : [];
      const due = [...new Set([...old, ...moved])];
      const needed = [...new Set([...changed, ...due.filter((item) => isPrimary[item])])];
      const periodic = due
        .filter((item) => !needed.includes(item))
        .toSorted((a, b) => readAt(a) - readAt(b))
        .slice(0, inTurnMax);
      return changing === 0 ? { needed: [], periodic: [...needed, ...periodic] } : { needed, periodic };
    },
    record(app: number, read: readonly number[] | "all", now: number): void {
      const hour = Math.ceil(now / HOUR_SECONDS);
      if (read === "all") hours.fill(hour, app * count, (app + 1) * count);
      else for (const item of read) hours[app * count + item] = hour;
    },
    /** The app is another one, whose parts were never read. */
    forget(app: number): void {
      hours.fill(NEVER, app * count, (app + 1) * count);
    },
    /** Returns the age in days of the part whose last read is oldest, except those read with identity or never. */
    oldestDays(now: number): number {
      let oldest = now / HOUR_SECONDS;
      for (const [place, hour] of hours.entries())
        if (place % count !== withIdentity && hour !== NEVER) oldest = Math.min(oldest, hour);
      return (now / HOUR_SECONDS - oldest) / DAY_HOURS;
    },
    countUnreadApps(): number {
      const isUnread = (app: number) => others.some((item) => hours[app * count + item] === NEVER);
      return Array.from({ length: apps }, (_, app) => isUnread(app)).filter(Boolean).length;
    },
  };
}

/** A number from a half to one for the app and the page; the stored rule hashes both. */
function partOf(app: number, item: number): number {
  const mixed = Math.imul(app * 61 + item + 1, 0x9e3779b1);
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  return (1 + hash / 2 ** 32) / 2;
}
