import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { ROTATION_HOURS } from "../../../lib/domain/webhook.ts";
import { webhookEndpoints } from "../../schema/webhooks.ts";
import { type Placeholders, statement } from "../../statement.ts";

const w = alias(webhookEndpoints, "w");

const rotation = sql`make_interval(hours => ${ROTATION_HOURS})`.inlineParams();

/** Returns until when the replaced secret also signs. Null if an earlier one still signs, so nothing was replaced. */
export const rotateSecret = statement({
  name: "rotate_secret",
  effect: "writes",
  returns: "first",
  row: () => z.object({ until: z.number().nullable() }),
  sql: ({ id, userId, secret }: Placeholders<{ id: number; userId: number; secret: Uint8Array }>) => sql`
    WITH found AS MATERIALIZED (
      SELECT ${w.id}, coalesce(${w.previousSecretUntil} > clock_timestamp(), false) AS is_rotating
      FROM ${webhookEndpoints} w WHERE ${w.id} = ${id}::int AND ${w.userId} = ${userId}::int FOR NO KEY UPDATE
    ),
    changed AS (
      UPDATE ${webhookEndpoints} w SET secret = ${secret}::bytea, previous_secret = ${w.secret},
        previous_secret_until = clock_timestamp() + ${rotation}, updated_at = clock_timestamp()
      FROM found WHERE ${w.id} = found.id AND NOT found.is_rotating
      RETURNING extract(epoch FROM ${w.previousSecretUntil})::float8 AS until
    )
    SELECT changed.until FROM found LEFT JOIN changed ON true`,
});
