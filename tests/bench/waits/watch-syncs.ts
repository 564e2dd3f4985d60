import { sql } from "drizzle-orm";
import * as z from "zod";

import { countries } from "../../../db/seeds/countries.ts";
import { GLOBAL_COUNTRY, listingLanguages, primaryLanguage, storefrontCodes } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { type Figure, waits } from "./figures.ts";
import type { VirtualWorld } from "./virtual/world.ts";

export const stages = ["own storefront", "primary listing", "all languages", "all storefronts", "whole"] as const;
export type SyncStage = (typeof stages)[number];

export type StageBounds = Partial<Record<SyncStage, number>>;

export type WatchedSync = {
  readonly platform: Platform;
  readonly externalId: string;
  /** undefined: all storefronts sell it. */
  readonly soldIn: readonly string[] | undefined;
  readonly requestedAt: number;
  /** Seconds from the request until a client sees it. */
  readonly seconds: Partial<Record<SyncStage, number>>;
  failedItems: number;
  status: string;
};

const POLL_MS = 500;

const seenSchema = z.object({
  externalId: z.string(),
  status: z.string(),
  identityCountry: z.string().nullable(),
  failedItems: z.int(),
  countries: z.array(z.string()),
  locales: z.array(z.string()),
});
type Seen = z.infer<typeof seenSchema>;

/** Looks twice a second, while somebody waits, at what the database has of the apps that were requested. */
export function createSyncWatch(world: VirtualWorld, db: TestDb) {
  const all: WatchedSync[] = [];
  const pending = new Set<WatchedSync>();

  async function look(): Promise<void> {
    const ids = [...pending].map(({ externalId }) => externalId);
    const rows = await db.execute(sql`
      SELECT a.external_id AS "externalId", s.status, s.identity_country AS "identityCountry",
        (SELECT count(*)::int FROM sync_failed_items f WHERE f.app_id = a.id) AS "failedItems",
        ARRAY(SELECT country_code::text FROM app_metrics m WHERE m.app_id = a.id) AS countries,
        ARRAY(SELECT DISTINCT locale FROM app_store_listings l WHERE l.app_id = a.id AND l.is_present) AS locales
      FROM apps a JOIN sync_statuses s ON s.app_id = a.id WHERE a.external_id = ANY (${`{${ids.join(",")}}`})`);
    const seen = new Map([...rows].map((row) => seenSchema.parse(row)).map((row) => [row.externalId, row]));
    for (const sync of pending) {
      const row = seen.get(sync.externalId);
      if (row !== undefined) note(sync, row, (world.ms() - sync.requestedAt) / 1_000);
      if (hasEnded(sync)) pending.delete(sync);
    }
  }

  function planLook(): void {
    world.plan(world.ms() + POLL_MS, () =>
      world.start(async () => {
        await look();
        if (pending.size > 0) planLook();
      }),
    );
  }

  return {
    all: all as readonly WatchedSync[],
    isIdle: () => pending.size === 0,
    add(sync: Pick<WatchedSync, "platform" | "externalId" | "soldIn">): void {
      const watched = { ...sync, requestedAt: world.ms(), seconds: {}, failedItems: 0, status: "requested" };
      all.push(watched);
      pending.add(watched);
      if (pending.size === 1) planLook();
    },
  };
}

function note(sync: WatchedSync, seen: Seen, seconds: number): void {
  for (const stage of stages) if (isReached[stage](sync, seen)) sync.seconds[stage] ??= seconds;
  sync.status = seen.status;
  sync.failedItems = seen.failedItems;
}

/** What a run that has completed lacks has failed, and comes with a later one if at all. */
function hasEnded({ status }: WatchedSync): boolean {
  return status === "completed" || status === "failed";
}

const isReached: Readonly<Record<SyncStage, (sync: WatchedSync, seen: Seen) => boolean>> = {
  "own storefront": ({ platform }, { identityCountry, countries: read }) =>
    read.includes(platform === "android" ? GLOBAL_COUNTRY : (identityCountry ?? "")),
  "primary listing": ({ platform }, { identityCountry, locales }) =>
    identityCountry !== null && locales.includes(primaryLanguage(countries, platform, identityCountry)),
  "all languages": (sync, { locales }) => languagesOf(sync).every((locale) => locales.includes(locale)),
  "all storefronts": ({ platform }, { countries: read }) =>
    storefrontCodes(countries, platform).every((code) => read.includes(code)),
  whole: (_sync, { status }) => status === "completed",
};

function languagesOf({ platform, soldIn }: WatchedSync): readonly string[] {
  return listingLanguages(countries, platform).flatMap(({ locale, storefronts }) =>
    soldIn === undefined || storefronts.some((code) => soldIn.includes(code)) ? [locale] : [],
  );
}

/** Returns how long the stages of syncs took: the p50 and the p95, or for few syncs the longest. */
export function figuresOfStages(
  what: string,
  syncs: readonly WatchedSync[],
  bounds: StageBounds,
  share: 0.95 | 1 = 0.95,
): readonly Figure[] {
  return stages.flatMap((stage) =>
    waits(
      `${what}: ${stage}`,
      syncs.map(({ seconds }) => seconds[stage]),
      bounds[stage] ?? null,
      share,
    ),
  );
}
