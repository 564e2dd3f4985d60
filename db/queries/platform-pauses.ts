import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { storefrontLanguages } from "./countries.ts";
import { runFixedStatement } from "./fixed-statement.ts";

/**
 * Whether nobody has paused the platform that this SQL expression names: part of every statement that starts work.
 * NOT IN rather than NOT EXISTS, so that it is worked out once and never becomes a join.
 */
export function isNotPaused(platform: string): string {
  return `${platform} NOT IN (SELECT pause.platform FROM platform_pauses pause WHERE pause.resumed_at IS NULL)`;
}

/**
 * For how long the platform of the joined row `pause` was paused since the time that this SQL expression names: nobody
 * is late by that. Only the newest pause is known.
 */
export function pausedSince(time: string): string {
  return `CASE WHEN pause.platform IS NULL THEN interval '0'
    ELSE greatest(interval '0', coalesce(pause.resumed_at, now()) - greatest(pause.paused_at, ${time})) END`;
}

export type Pause = {
  readonly reason: string;
  /** Unix time. */
  readonly pausedAt: number;
};

const pauseStatement = `
INSERT INTO platform_pauses AS p (platform, reason) VALUES ($1, $2)
ON CONFLICT (platform) DO UPDATE SET reason = excluded.reason, resumed_at = NULL,
  paused_at = CASE WHEN p.resumed_at IS NULL THEN p.paused_at ELSE excluded.paused_at END
RETURNING reason, extract(epoch FROM paused_at)::float8 AS "pausedAt"`;

/** Pauses a platform; one that is paused already is given the new reason. */
export async function pausePlatform(
  db: Db,
  input: { readonly platform: Platform; readonly reason: string },
): Promise<Pause> {
  const [pause] = await runFixedStatement<Pause>(db, pauseStatement, [input.platform, input.reason]);
  if (pause === undefined) throw new TypeError("A pause was not stored.");
  return pause;
}

const resumeStatement = `
UPDATE platform_pauses SET resumed_at = clock_timestamp() WHERE platform = $1 AND resumed_at IS NULL
RETURNING reason, extract(epoch FROM paused_at)::float8 AS "pausedAt"`;

/** Ends a pause and answers it; undefined when there was none. */
export async function resumePlatform(db: Db, platform: Platform): Promise<Pause | undefined> {
  const [pause] = await runFixedStatement<Pause>(db, resumeStatement, [platform]);
  return pause;
}

type Opening = {
  readonly isKnownCountry: boolean;
  /** Whether the platform has a storefront in the country. */
  readonly isStorefront: boolean;
  readonly isPaused: boolean;
};

const openingStatement = `
SELECT c.code IS NOT NULL AS "isKnownCountry", ${storefrontLanguages("$1", "c")} IS NOT NULL AS "isStorefront",
  NOT (${isNotPaused("$1")}) AS "isPaused"
FROM (SELECT 1) one LEFT JOIN countries c ON c.code = $2 AND c.code <> '${GLOBAL_COUNTRY}'`;

/** Of a store that is to be asked while a client waits: all in one round trip. */
export async function readOpening(
  db: Db,
  input: { readonly platform: Platform; readonly countryCode: string },
): Promise<Opening> {
  const [opening] = await runFixedStatement<Opening>(db, openingStatement, [input.platform, input.countryCode]);
  if (opening === undefined) throw new TypeError("The statement answers one row.");
  return opening;
}
