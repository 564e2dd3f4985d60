import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { type Credentials, connectWithCredentials } from "../../db/connect-with-credentials.ts";
import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { listCountries } from "../../db/queries/reference/countries.ts";
import { statement } from "../../db/statement.ts";
import { useDatabase } from "../support/database.ts";
import { requirePasswords } from "../support/require-passwords.ts";

const database = useDatabase();

const PASSWORD_GROUP = `group_${crypto.randomUUID().replaceAll("-", "")}`;

beforeAll(async () => {
  await database().sql.unsafe(`CREATE ROLE ${PASSWORD_GROUP}`);
  await requirePasswords(database(), PASSWORD_GROUP);
});

/** Connects as a separate role, whose password the test may change. */
async function connectAsRole(passwords: readonly string[]) {
  const { connection, sql: owner } = database();
  const role = `role_${crypto.randomUUID().replaceAll("-", "")}`;
  await owner.unsafe(`CREATE ROLE ${role} LOGIN IN ROLE ${PASSWORD_GROUP} PASSWORD '${passwords[0]}'`);
  await owner.unsafe(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  let reads = 0;
  const readCredentials = async (): Promise<Credentials> => {
    reads += 1;
    return { username: role, password: passwords[Math.min(reads, passwords.length) - 1] ?? "" };
  };
  const opened = connectWithCredentials({ ...connection, max: 1 }, readCredentials);
  const disconnect = () =>
    owner.unsafe(`SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '${role}'`);

  /** Sends a statement that waits for the advisory lock 0, and ends its connection meanwhile. */
  async function disconnectUnder(send: (db: Db) => Promise<unknown>) {
    const { sent } = await owner.begin(async (holder) => {
      await holder`SELECT pg_advisory_xact_lock(0)`;
      const sent = Promise.allSettled([send(opened.db)]);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE usename = '${role}' AND wait_event = 'advisory'`;
      await expect.poll(() => owner.unsafe(waiting)).toHaveLength(1);
      await disconnect();
      return { sent };
    });
    return (await sent)[0];
  }

  return { ...opened, role, owner, disconnect, disconnectUnder, reads: () => reads };
}

/** Returns the credentials of the tests' own connection. */
async function readOwn(): Promise<Credentials> {
  const { username, password } = database().connection;
  return { username, password: typeof password === "string" ? password : await password() };
}

const name = () => z.object({ name: z.string() });

const currentUser = statement({
  name: "current_user",
  effect: "reads",
  row: name,
  sql: () => sql`SELECT current_user AS name`,
});

const waitForLock = statement({
  name: "wait_for_lock",
  effect: "reads",
  row: name,
  sql: () => sql`SELECT current_user AS name, pg_advisory_xact_lock(0)::text`,
});

const waitForLockInCte = statement({
  name: "wait_for_lock_in_cte",
  effect: "reads",
  row: name,
  sql: () => sql`
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(0)::text) SELECT current_user AS name FROM locked`,
});

const takeLock = statement({
  name: "take_lock",
  effect: "writes",
  sql: () => sql`SELECT pg_advisory_xact_lock(0)::text`,
});

const writeAfterLock = statement({
  name: "write_after_lock",
  effect: "writes",
  sql: () => sql`WITH locked AS (SELECT pg_advisory_xact_lock(0)) INSERT INTO taken SELECT 1 FROM locked`,
});

const backendOf = statement({
  name: "backend",
  effect: "reads",
  row: () => z.object({ pid: z.int() }),
  sql: () => sql`SELECT pg_backend_pid() AS pid`,
});

const sleepAMinute = statement({ name: "sleep", effect: "reads", sql: () => sql`SELECT pg_sleep(60)` });

describe("connectWithCredentials", () => {
  it("reads the credentials once, with the first statement", async () => {
    const { db, end, role, reads } = await connectAsRole(["first"]);
    expect(reads()).toBe(0);

    const [row] = await currentUser(db, {});
    const countries = await listCountries(db);
    const count = await countHit(db, { bucket: "a bucket" });
    await end();

    expect(row?.name).toBe(role);
    expect(countries).toHaveLength(124);
    expect(count.hits).toBe(1);
    expect(reads()).toBe(1);
  });

  it("reads them again when the password was changed, without an error", async () => {
    const { db, end, role, owner, disconnect, reads } = await connectAsRole(["first", "second"]);
    await currentUser(db, {});
    await owner.unsafe(`ALTER ROLE ${role} PASSWORD 'second'`);
    await disconnect();
    // The driver notices the lost connection with the next statement or before it.
    await currentUser(db, {}).catch(() => undefined);

    const rows = await Promise.all([currentUser(db, {}), currentUser(db, {}), currentUser(db, {})]);
    await end();

    expect(rows).toHaveLength(3);
    expect(reads()).toBe(2);
  });

  it("fails after one more attempt when the password stays wrong", async () => {
    const { db, end, role, owner, reads } = await connectAsRole(["first", "wrong"]);
    await owner.unsafe(`ALTER ROLE ${role} PASSWORD 'another'`);

    await expect(currentUser(db, {})).rejects.toThrow();
    await end();

    expect(reads()).toBe(2);
  });

  it("recovers after a connection broke under a statement and the server rejected the next one", async () => {
    const { db, end, role, owner, disconnectUnder } = await connectAsRole(["first"]);
    const limitTo = (connections: number) => owner.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);
    await currentUser(db, {});
    await limitTo(0);
    expect(await disconnectUnder((db) => takeLock(db, {}))).toMatchObject({ status: "rejected" });

    await expect(currentUser(db, {})).rejects.toMatchObject({ code: "53300" });
    await limitTo(-1);
    await expect(currentUser(db, {})).resolves.toHaveLength(1);
    await end();
  });

  it.each([
    ["a read", waitForLock],
    ["a read that begins with WITH", waitForLockInCte],
  ])("repeats %s when its connection is lost", async (_kind, read) => {
    const { end, role, disconnectUnder } = await connectAsRole(["first"]);

    const sent = await disconnectUnder((db) => read(db, {}));
    await end();

    expect(sent).toMatchObject({ status: "fulfilled", value: [{ name: role }] });
  });

  it.each([
    ["a statement that writes", writeAfterLock],
    ["one that is declared as writing and begins with SELECT", takeLock],
  ])("does not repeat %s when its connection is lost", async (_kind, write) => {
    const { end, owner, role, disconnectUnder } = await connectAsRole(["first"]);
    await owner.unsafe(`CREATE TABLE IF NOT EXISTS taken (id int); GRANT ALL ON taken TO ${role}`);

    const sent = await disconnectUnder((db) => write(db, {}));
    await end();

    expect(sent.status).toBe("rejected");
    expect(await owner`SELECT id FROM taken`).toEqual([]);
  });

  it("replaces a connection that was idle for 20 seconds, as when a function was frozen", async () => {
    let now = 0;
    const opened = connectWithCredentials({ ...database().connection, max: 1 }, readOwn, () => now);
    const backend = async () => (await backendOf(opened.db, {}))[0]?.pid;

    const first = await backend();
    now = 19_999;
    const soon = await backend();
    now += 20_000;
    const later = await backend();
    await opened.end();

    expect(soon).toBe(first);
    expect(later).not.toBe(first);
  });

  it("replaces a connection that is silent, as when its server failed without closing it", async () => {
    const opened = connectWithCredentials({ ...database().connection, max: 1 }, readOwn, Date.now, 2_000);
    await currentUser(opened.db, {});

    const failure = await sleepAMinute(opened.db, {}).catch((error: unknown) => error);
    const [next] = await currentUser(opened.db, {});
    await opened.end();

    expect(failure).toMatchObject({ code: "ETIMEDOUT" });
    expect(next?.name).toBe(database().connection.username);
  });

  it("reads the credentials again after a failed attempt", async () => {
    let isReachable = false;
    const opened = connectWithCredentials(database().connection, async () => {
      if (!isReachable) throw new Error("not now");
      return readOwn();
    });

    await expect(currentUser(opened.db, {})).rejects.toThrow();
    isReachable = true;
    await expect(currentUser(opened.db, {})).resolves.toHaveLength(1);
    await opened.end();
  });

  it("ends without having connected", async () => {
    const { end, reads } = await connectAsRole(["first"]);

    await end();

    expect(reads()).toBe(0);
  });
});
