import { readFile, writeFile } from "node:fs/promises";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { openClient } from "../../db/client.ts";
import { type Credentials, connectWithCredentials } from "../../db/connect-with-credentials.ts";
import { listCountries } from "../../db/queries/countries.ts";
import { countHit } from "../../db/queries/rate-limits.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

/** The server of the tests trusts everybody; of roles of this group it wants the password. */
const PASSWORD_GROUP = `group_${crypto.randomUUID().replaceAll("-", "")}`;

beforeAll(async () => {
  const { sql: owner } = database();
  const [file] = await owner`SELECT current_setting('hba_file') AS path`;
  const rules = await readFile(file?.path, "utf8");
  await owner.unsafe(`CREATE ROLE ${PASSWORD_GROUP}`);
  await writeFile(file?.path, `host all +${PASSWORD_GROUP} all scram-sha-256\n${rules}`);
  await owner.unsafe(`CREATE ROLE ${PASSWORD_GROUP}_first LOGIN IN ROLE ${PASSWORD_GROUP}`);
  await owner`SELECT pg_reload_conf()`;
  await vi.waitUntil(() => isRefused(`${PASSWORD_GROUP}_first`), { timeout: 30_000 });
});

/** Whether the server wants a password of the role. */
async function isRefused(username: string): Promise<boolean> {
  const client = openClient({ ...database().connection, username, password: "wrong", max: 1 });
  try {
    return await client`SELECT 1`.then(
      () => false,
      (error: { readonly code: string }) => error.code === "28P01",
    );
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Connects as a role of its own, whose password the test may change. */
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
  const { username: _username, password: _password, ...settings } = connection;
  const opened = connectWithCredentials({ ...settings, max: 1 }, readCredentials);
  const disconnect = () =>
    owner.unsafe(`SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '${role}'`);

  /** Sends a statement that takes the advisory lock 0, and ends its connection while it waits for that. */
  async function disconnectUnder(statement: SQL) {
    const { sent } = await owner.begin(async (holder) => {
      await holder`SELECT pg_advisory_xact_lock(0)`;
      const sent = Promise.allSettled([opened.db.execute<{ name: string }>(statement)]);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE usename = '${role}' AND wait_event = 'advisory'`;
      await expect.poll(() => owner.unsafe(waiting)).toHaveLength(1);
      await disconnect();
      return { sent };
    });
    return (await sent)[0];
  }

  return { ...opened, role, owner, disconnect, disconnectUnder, reads: () => reads };
}

const currentUser = sql`SELECT current_user AS name`;

describe("connectWithCredentials", () => {
  it("reads the credentials with the first statement, and once", async () => {
    const { db, end, role, reads } = await connectAsRole(["first"]);
    expect(reads()).toBe(0);

    const [row] = await db.execute<{ name: string }>(currentUser);
    const countries = await listCountries(db);
    const count = await countHit(db, "a bucket");
    await end();

    expect(row?.name).toBe(role);
    expect(countries).toHaveLength(124);
    expect(count.hits).toBe(1);
    expect(reads()).toBe(1);
  });

  it("reads them again when the password was changed, without the caller noticing", async () => {
    const { db, end, role, owner, disconnect, reads } = await connectAsRole(["first", "second"]);
    await db.execute(currentUser);
    await owner.unsafe(`ALTER ROLE ${role} PASSWORD 'second'`);
    await disconnect();
    // The driver finds out that its connection is gone with the next statement or before it.
    await db.execute(currentUser).catch(() => undefined);

    const rows = await Promise.all([db.execute(currentUser), db.execute(currentUser), db.execute(currentUser)]);
    await end();

    expect(rows).toHaveLength(3);
    expect(reads()).toBe(2);
  });

  it("gives up after one more try when the password stays wrong", async () => {
    const { db, end, role, owner, reads } = await connectAsRole(["first", "wrong"]);
    await owner.unsafe(`ALTER ROLE ${role} PASSWORD 'another'`);

    await expect(db.execute(currentUser)).rejects.toThrow();
    await end();

    expect(reads()).toBe(2);
  });

  it("answers after a connection broke under a statement, though the server refuses the next one", async () => {
    const { db, end, role, owner, disconnectUnder } = await connectAsRole(["first"]);
    const limitTo = (connections: number) => owner.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);
    await db.execute(currentUser);
    await limitTo(0);
    expect(await disconnectUnder(sql`SELECT pg_advisory_xact_lock(0)`)).toMatchObject({ status: "rejected" });

    await expect(db.execute(currentUser)).rejects.toMatchObject({ cause: { code: "53300" } });
    await limitTo(-1);
    await expect(db.execute(currentUser)).resolves.toHaveLength(1);
    await end();
  });

  it("sends what only reads once more when its connection is gone, and nothing else", async () => {
    const { end, owner, role, disconnectUnder } = await connectAsRole(["first"]);
    await owner.unsafe(`CREATE TABLE taken (id int); GRANT ALL ON taken TO ${role}`);

    const read = await disconnectUnder(sql`SELECT current_user AS name, pg_advisory_xact_lock(0)`);
    const written = await disconnectUnder(
      sql`WITH turn AS (SELECT pg_advisory_xact_lock(0)) INSERT INTO taken SELECT 1 FROM turn`,
    );
    await end();

    expect(read).toMatchObject({ status: "fulfilled", value: [{ name: role }] });
    expect(written.status).toBe("rejected");
    expect(await owner`SELECT id FROM taken`).toEqual([]);
  });

  it("trusts no connection that nobody used for 20 seconds, as when a function was frozen", async () => {
    const { connection } = database();
    const { username, password, ...settings } = connection;
    let now = 0;
    const read = async () => ({ username, password: typeof password === "string" ? password : await password() });
    const opened = connectWithCredentials({ ...settings, max: 1 }, read, () => now);
    const backend = async () => (await opened.db.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))[0]?.pid;

    const first = await backend();
    now = 19_999;
    const soon = await backend();
    now += 20_000;
    const later = await backend();
    await opened.end();

    expect(soon).toBe(first);
    expect(later).not.toBe(first);
  });

  it("gives up a connection that is silent, as when its server failed without closing it, and goes on with another", async () => {
    const { connection } = database();
    const { username, password, ...settings } = connection;
    const read = async () => ({ username, password: typeof password === "string" ? password : await password() });
    const opened = connectWithCredentials({ ...settings, max: 1 }, read, Date.now, 2_000);
    await opened.db.execute(currentUser);

    const failure = await opened.db.execute(sql`SELECT pg_sleep(60)`).catch((error: Error) => error.cause);
    const [next] = await opened.db.execute<{ name: string }>(currentUser);
    await opened.end();

    expect(failure).toMatchObject({ code: "ETIMEDOUT" });
    expect(next?.name).toBe(username);
  });

  it("asks for the credentials again after they could not be read", async () => {
    const { connection } = database();
    const { username, password, ...settings } = connection;
    let isReachable = false;
    const opened = connectWithCredentials(settings, async () => {
      if (!isReachable) throw new Error("not now");
      return { username, password: typeof password === "string" ? password : await password() };
    });

    await expect(opened.db.execute(currentUser)).rejects.toThrow();
    isReachable = true;
    await expect(opened.db.execute(currentUser)).resolves.toHaveLength(1);
    await opened.end();
  });

  it("ends without ever having connected", async () => {
    const { end, reads } = await connectAsRole(["first"]);

    await end();

    expect(reads()).toBe(0);
  });
});
