import type { Platform } from "./platform.ts";
import type { HostClass, RequestCosts } from "./store-hosts.ts";

/**
 * The id of a publisher. iOS: the artist's digits. Android: the name with spaces as `+` and `+ % / ? # \`
 * percent-encoded. In a path, it may be encoded once more.
 */
export const PUBLISHER_ID_LENGTH_MAX = 255;

/** Returns the id after the gateway's decoding. A client may send the spaces of a name unencoded. */
export function canonicalPublisherId(segment: string): string {
  return segment.replaceAll(" ", "+");
}

/** Returns whether the id may name a publisher. Others are not looked up. */
export function isPublisherId(platform: Platform, id: string): boolean {
  return platform === "ios" ? /^\d{1,19}$/.test(id) : isAndroidPublisherId(id);
}

/** URL parsers resolve dot segments away, so they cannot be part of an address. */
function isAndroidPublisherId(id: string): boolean {
  const isBlank = id.trim() === "";
  return !isBlank && id.length <= PUBLISHER_ID_LENGTH_MAX && id !== "." && id !== "..";
}

export const IMPORT_MAX = 50;

export const PUBLISHER_APPS_MAX = 200;

/** These limits apply to reads of the first pages of watched publishers. */
export const publisherReads = {
  /** A store gets at most this many reads in a UTC day. */
  perDayMax: 200,
  daysBetween: 7,
  /** After a read that failed, or that never ended. */
  retryDays: 1,
  /** Hours between two updates of `watched_publishers` from the tracked apps. No store is read. */
  planHours: 1,
  /** A tick of the charts sends this many, with gaps: every five minutes, several times what a day allows. */
  perTick: 5,
  gapSeconds: 60,
  /** The most apps of a publisher that are known to have been shown. */
  shownAppsMax: 2_000,
} as const;

/** Returns the delays of messages from now to the next tick, the first once the store's hosts are free. */
export function placesOfReads(due: number, busySeconds: number): readonly number[] {
  const { gapSeconds, perTick } = publisherReads;
  const first = Math.ceil(busySeconds);
  return Array.from({ length: due }, (_, place) => first + place * gapSeconds).filter(
    (seconds) => seconds < perTick * gapSeconds,
  );
}

/** The first page of a publisher's apps. The App Store has no other. */
export const publisherReadCosts = {
  ios: { itunes_lookup: 1 },
  android: { play_page: 1 },
} as const satisfies Record<Platform, RequestCosts>;

export const publisherReadClasses = { ios: ["itunes_lookup"], android: ["play_page"] } as const satisfies Record<
  Platform,
  readonly HostClass[]
>;
