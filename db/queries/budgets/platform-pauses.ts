import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { platformPauses } from "../../schema/stores.ts";
import { type Columns, type Db, type Placeholders, statement, unixTime } from "../../statement.ts";

const pause = alias(platformPauses, "pause");

/**
 * Whether a platform is not paused: a condition of every statement that starts work. NOT IN rather than NOT EXISTS, so
 * that it is evaluated once and never becomes a join.
 */
export function isNotPaused(platform: SQLWrapper): SQL {
  return sql`${platform} NOT IN (SELECT ${pause.platform} FROM ${platformPauses} pause WHERE ${pause.resumedAt} IS NULL)`;
}

/**
 * Returns for how long a platform was paused since a time, which counts as no delay, by its newest pause: no earlier one is
 * known, and its columns are null where there was none.
 */
export function pausedSince(newest: Columns<"platform" | "pausedAt" | "resumedAt">, time: SQLWrapper): SQL {
  return sql`CASE WHEN ${newest.platform} IS NULL THEN interval '0'
    ELSE greatest(interval '0', coalesce(${newest.resumedAt}, now()) - greatest(${newest.pausedAt}, ${time})) END`;
}

const pauseSchema = () =>
  z.object({
    reason: z.string(),
    /** Unix time. */
    pausedAt: z.number(),
  });
export type Pause = Readonly<z.infer<ReturnType<typeof pauseSchema>>>;

const pauseColumns = sql`reason, ${unixTime(platformPauses.pausedAt)} AS "pausedAt"`;

type NewPause = { readonly platform: Platform; readonly reason: string };

/** Pauses a platform, or replaces the reason of one that is paused. */
export const pausePlatform = statement({
  name: "pause_platform",
  effect: "writes",
  returns: "only",
  row: pauseSchema,
  sql: ({ platform, reason }: Placeholders<NewPause>) => sql`
    INSERT INTO ${platformPauses} (platform, reason) VALUES (${platform}, ${reason})
    ON CONFLICT (platform) DO UPDATE SET reason = excluded.reason, resumed_at = NULL,
      paused_at = CASE WHEN ${platformPauses.resumedAt} IS NULL THEN ${platformPauses.pausedAt} ELSE excluded.paused_at END
    RETURNING ${pauseColumns}`,
});

const endPause = statement({
  name: "resume_platform",
  effect: "writes",
  row: pauseSchema,
  sql: ({ platform }: Placeholders<{ platform: Platform }>) => sql`
    UPDATE ${platformPauses} SET resumed_at = clock_timestamp()
    WHERE ${platformPauses.platform} = ${platform} AND ${platformPauses.resumedAt} IS NULL
    RETURNING ${pauseColumns}`,
});

/** Ends a pause and returns it. Returns undefined when there was none. */
export async function resumePlatform(db: Db, platform: Platform): Promise<Pause | undefined> {
  const [ended] = await endPause(db, { platform });
  return ended;
}
