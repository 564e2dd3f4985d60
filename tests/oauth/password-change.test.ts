import { describe, expect, it } from "vitest";

import { updatePassword } from "../../lib/account/update-password.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import { codeFor, exchange, queryOf, registerClient, statusOf } from "../api/oauth/connect-client.ts";
import { createUserWithPassword, openSession, PASSWORD } from "../api/sessions/browser-sessions.ts";
import { createApi } from "../support/api.ts";
import { type TestDatabase, useDatabase } from "../support/database.ts";

const database = useDatabase();

/** Waits until a statement with these words waits for a lock. */
async function untilWaiting({ sql }: Pick<TestDatabase, "sql">, words: string): Promise<void> {
  const count = async () =>
    (
      await sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${words}%`}`
    ).length;
  await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(0);
}

describe("a change of the password that revokes other tokens", () => {
  it("[OAUTH-12] ends also a grant that is made at that moment", async () => {
    const { db, sql } = database();
    const api = createApi(db);
    const user = await createUserWithPassword(db);
    const clientId = await registerClient(api);
    const code = await codeFor(api, await openSession(db, user), queryOf(clientId));
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = sql.begin(async (transaction) => {
      await transaction`SELECT 1 FROM oauth_clients WHERE id = ${clientId} FOR UPDATE`;
      locked.resolve();
      await waiting.promise;
    });

    await locked.promise;
    const exchanging = exchange(api, clientId, code);
    await untilWaiting({ sql }, "WITH request AS MATERIALIZED");
    const changing = updatePassword(
      { db, passwords: createPasswords(4) },
      {
        user,
        network: "192.0.2.1",
        tokenId: 0,
        currentPassword: PASSWORD,
        password: "another horse",
        revokesOthers: true,
      },
    );
    await untilWaiting({ sql }, "WITH changed AS");
    waiting.resolve();
    await Promise.all([held, changing]);

    const { status, body } = await exchanging;
    expect([status, await statusOf(db, body.access_token)]).toEqual([200, 401]);
  });
});
