import { readFile, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

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
  await owner`SELECT pg_reload_conf()`;
  await setTimeout(200);
});

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
    owner.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);
  return { ...opened, role, owner, disconnect, reads: () => reads };
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
    const { db, end, role, owner, disconnect } = await connectAsRole(["first"]);
    const limitTo = (connections: number) => owner.unsafe(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);
    await db.execute(currentUser);
    const underWay = db.execute(sql`SELECT pg_sleep(60)`).catch((error: unknown) => error);
    await setTimeout(200);
    await limitTo(0);
    await disconnect();
    expect(await underWay).toBeInstanceOf(Error);

    await expect(db.execute(currentUser)).rejects.toMatchObject({ cause: { code: "53300" } });
    await limitTo(-1);
    await expect(db.execute(currentUser)).resolves.toHaveLength(1);
    await end();
  });

  it("sends what only reads once more when its connection is gone, and nothing else", async () => {
    const { db, end, owner, role, disconnect } = await connectAsRole(["first"]);
    await owner.unsafe(`CREATE TABLE taken (id int); GRANT ALL ON taken TO ${role}`);
    const disconnectOnce = setTimeout(200).then(disconnect);
    await db.execute(currentUser);

    const [read] = await db.execute<{ name: string }>(sql`SELECT current_user AS name, pg_sleep(1)`);
    await disconnectOnce;
    const written = db.execute(sql`WITH slow AS (SELECT pg_sleep(1)) INSERT INTO taken SELECT 1 FROM slow`);
    const [outcome] = await Promise.allSettled([written, setTimeout(200).then(disconnect)]);
    await end();

    expect(read?.name).toBe(role);
    expect(outcome.status).toBe("rejected");
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
    const opened = connectWithCredentials({ ...settings, max: 1 }, read, Date.now, 300);
    await opened.db.execute(currentUser);

    const failure = await opened.db.execute(sql`SELECT pg_sleep(15)`).catch((error: Error) => error.cause);
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
