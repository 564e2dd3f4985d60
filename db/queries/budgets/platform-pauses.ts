import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Platform } from "../../../lib/domain/platform.ts";
import { projection } from "../../projection.ts";
import { platformPauses } from "../../schema/stores.ts";
import { type Columns, type Placeholders, statement } from "../../statement.ts";

const pause = alias(platformPauses, "pause");

/** Returns a condition with NOT IN, which is evaluated once, while NOT EXISTS could become a join. */
export function isNotPaused(platform: SQLWrapper): SQL {
  return sql`${platform} NOT IN (SELECT ${pause.platform} FROM ${platformPauses} pause
    WHERE ${pause.resumedAt} IS NULL)`;
}

/** Returns the paused interval since a time, which is no delay. Only the newest pause is known. */
export function pausedSince(newest: Columns<"platform" | "pausedAt" | "resumedAt">, time: SQLWrapper): SQL {
  return sql`CASE WHEN ${newest.platform} IS NULL THEN interval '0'
    ELSE greatest(interval '0', coalesce(${newest.resumedAt}, now()) - greatest(${newest.pausedAt}, ${time})) END`;
}

const { reason, pausedAt } = platformPauses;
const shownPause = projection({ reason, paused_at: pausedAt });

type NewPause = { readonly platform: Platform; readonly reason: string };

export const pausePlatform = statement({
  name: "pause_platform",
  effect: "writes",
  returns: "only",
  row: shownPause.row,
  sql: (added: Placeholders<NewPause>) => sql`
    INSERT INTO ${platformPauses} (platform, reason) VALUES (${added.platform}, ${added.reason})
    ON CONFLICT (platform) DO UPDATE SET reason = excluded.reason, resumed_at = NULL,
      paused_at = CASE WHEN ${platformPauses.resumedAt} IS NULL THEN ${platformPauses.pausedAt}
        ELSE excluded.paused_at END
    RETURNING ${shownPause.columns}`,
});

export const resumePlatform = statement({
  name: "resume_platform",
  effect: "writes",
  returns: "first",
  row: shownPause.row,
  sql: ({ platform }: Placeholders<{ platform: Platform }>) => sql`
    UPDATE ${platformPauses} SET resumed_at = clock_timestamp()
    WHERE ${platformPauses.platform} = ${platform} AND ${platformPauses.resumedAt} IS NULL
    RETURNING ${shownPause.columns}`,
});
