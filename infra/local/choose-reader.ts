import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import * as z from "zod";

import { deleteToken, insertToken } from "../../db/queries/accounts/access-tokens.ts";
import { trackedApps } from "../../db/schema/tracking.ts";
import { type Db, statement } from "../../db/statement.ts";
import { formatToken, hashSecret, newTokenSecret } from "../../lib/auth/access-token.ts";

const findReader = statement({
  name: "find_reader",
  effect: "reads",
  returns: "first",
  row: () => z.object({ userId: z.int() }),
  sql: () => sql`
    SELECT ${trackedApps.userId} AS "userId" FROM ${trackedApps} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
});

/** Chooses the user who tracks most apps, and issues tokens with which the service is read as this user. */
export async function chooseReader(db: Db) {
  const reader = await findReader(db, {});
  if (reader === undefined)
    throw new Error("Nobody tracks an app, so there is nothing to read: run npm run seed:history.");
  const issued: number[] = [];
  return {
    issueToken: async (): Promise<string> => {
      const secret = newTokenSecret(randomBytes);
      const token = {
        ...reader,
        name: "restore rehearsal",
        secretHash: hashSecret(secret),
        abilities: ["read" as const],
      };
      const id = await insertToken(db, token);
      issued.push(id);
      return formatToken({ id, secret });
    },
    deleteTokens: async (): Promise<void> => {
      for (const id of issued.splice(0)) await deleteToken(db, { tokenId: id });
    },
  };
}
