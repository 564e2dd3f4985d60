import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { openClient } from "../../../db/client.ts";
import { isReachable, serverAccount } from "../../../infra/local/postgres/account.ts";
import { prepareDataDirectory } from "../../../infra/local/postgres/data-directory.ts";
import { claimDataDirectory } from "../../../infra/local/postgres/ownership.ts";
import { isAlive, isGoneWithin } from "../../../infra/local/postgres/processes.ts";
import { relocated } from "../../../infra/local/postgres/relocation.ts";
import { type Postgres, startPostgres } from "../../../infra/local/postgres/start-postgres.ts";
import { connectionTo } from "../../support/server.ts";

let root: string;
/** The data of one test after the other: to initialise new data takes longer than all else here. */
let dataDir: string;
/** A folder of its own for each test. */
let folder: string;
const started: Postgres[] = [];

const WRITES = 200;
const END_MS_MAX = 45_000;
const holders: { readonly holder: ChildProcess; readonly serverPid: number }[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "postgres-"));
  await chmod(root, 0o711);
  dataDir = join(root, "data");
});
afterAll(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(root, "case-"));
  await chmod(folder, 0o711);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
  const held = holders.splice(0);
  for (const { holder } of held) holder.kill("SIGKILL");
  const areGone = await Promise.all(held.map(({ serverPid }) => isGoneWithin(serverPid, END_MS_MAX)));
  expect(areGone).toEqual(held.map(() => true));
});

async function start(options: Partial<Parameters<typeof startPostgres>[0]> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, ...options });
  started.push(postgres);
  return postgres;
}

/** The same in a process of its own, which can be killed. */
async function startElsewhere(): Promise<{ holder: ChildProcess; serverPid: number }> {
  const script = fileURLToPath(new URL("./hold-postgres.ts", import.meta.url));
  const holder = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  if (holder.stdout !== null) await once(holder.stdout, "data");
  const held = { holder, serverPid: await serverPid() };
  holders.push(held);
  return held;
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dataDir, "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function query(postgres: Postgres, statement: string) {
  const client = openClient(connectionTo(postgres, "postgres"));
  try {
    return await client.unsafe(statement);
  } finally {
    await client.end();
  }
}

describe("startPostgres", () => {
  it("starts a server that keeps its data over a stop", async () => {
    const first = await start();
    await query(first, "CREATE TABLE stopped (id int); INSERT INTO stopped VALUES (7)");
    const pid = await serverPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    expect(await query(await start(), "SELECT id FROM stopped")).toEqual([{ id: 7 }]);
  });

  it("listens on this machine alone, in UTC, in the order of code points", async () => {
    const postgres = await start();

    expect(postgres.host).toBe("127.0.0.1");
    const rows = await query(
      postgres,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
         current_setting('timezone') AS zone, 'Z' < 'a' AS by_code, lower('ÄÖ') AS lower`,
    );
    expect(rows).toEqual([{ addresses: "127.0.0.1", sockets: "", zone: "UTC", by_code: true, lower: "äö" }]);
  });

  it("stops twice, and while a client is in the middle of a query", async () => {
    const postgres = await start();
    const client = openClient(connectionTo(postgres, "postgres"));
    const sleeping = client`SELECT pg_sleep(60)`.then(
      () => "slept",
      () => "cut off",
    );
    await query(postgres, "SELECT 1");

    await Promise.all([postgres.stop(), postgres.stop()]);
    await postgres.stop();

    expect(await sleeping).toBe("cut off");
    await client.end({ timeout: 0 });
  });

  it("recovers every acknowledged write after it was killed", async () => {
    // What a commit leaves to the background writer would stay in the memory of the killed processes.
    const notices: string[] = [];
    const postgres = await start({ settings: { wal_writer_delay: "10s" }, notify: (line) => notices.push(line) });
    const client = openClient({ ...connectionTo(postgres, "postgres"), max: 1 });
    await client`CREATE TABLE kept (id int)`;
    for (let id = 1; id <= WRITES; id += 1) await client`INSERT INTO kept VALUES (${id})`;
    process.kill(await serverPid(), "SIGKILL");
    await client.end({ timeout: 0 });

    await expect
      .poll(() => notices)
      .toEqual(["PostgreSQL ended (SIGKILL). Restarting it …", "PostgreSQL is running again."]);
    expect(await query(postgres, "SELECT count(*)::int AS writes FROM kept")).toEqual([{ writes: WRITES }]);
    const pid = await serverPid();
    await postgres.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("rejects a port that is in use, by number", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;

    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use.`);
    taken.close();
    expect((await start({ port })).port).toBe(port);
  });

  it("reports why the server did not start", async () => {
    await expect(start({ settings: { max_connections: "many" } })).rejects.toThrow(/did not start.*max_connections/s);
  });

  it("leaves a folder alone whose data it cannot use, and says why and how to go on in the first line", async () => {
    const other = join(folder, "data");
    await mkdir(other, { mode: 0o700 });
    await writeFile(join(other, "PG_VERSION"), "9\n");

    await expect(start({ dataDir: other })).rejects.toThrow(
      /^PostgreSQL did not start in \S+: .*postgresql\.conf.*\. Mend that, or move \S+ away to begin with no data\.\n/,
    );
    expect(await readFile(join(other, "PG_VERSION"), "utf8")).toBe("9\n");
  });

  it("starts after an interrupted initialisation", async () => {
    const interrupted = join(folder, "data");
    await mkdir(`${interrupted}.${process.pid}`);
    await writeFile(join(`${interrupted}.${process.pid}`, "PG_VERSION"), "17");

    expect(await query(await start({ dataDir: interrupted }), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)("does not begin anew where its data are no longer reachable", async () => {
    const data = join(folder, "data");
    const elsewhere = await relocated(data);
    const first = await start({ dataDir: data });
    await query(first, "CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)");
    await first.stop();
    await chmod(folder, 0o700);

    const rejected = start({ dataDir: data });

    await expect(rejected).rejects.toThrow(
      `The PostgreSQL data in ${data} cannot be used: the account ${(await serverAccount())?.name}, under which root runs ` +
        `PostgreSQL, may not enter ${folder}. Run chmod o+x ${folder} and start again`,
    );
    expect(await stat(elsewhere).catch(() => "nothing there")).toBe("nothing there");
    await chmod(folder, 0o701);
    expect(await query(await start({ dataDir: data }), "SELECT id FROM kept")).toEqual([{ id: 7 }]);
  });

  it.runIf(process.getuid?.() === 0)(
    "finds its data in a folder that only root may enter, and once others may",
    async () => {
      await chmod(folder, 0o700);
      const unreachable = join(folder, "data");
      const elsewhere = await relocated(unreachable);
      try {
        const first = await start({ dataDir: unreachable });
        await query(first, "CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)");
        await first.stop();

        const second = await start({ dataDir: unreachable });
        expect(await query(second, "SELECT id FROM kept")).toEqual([{ id: 7 }]);
        await second.stop();

        await chmod(folder, 0o711);
        expect(await query(await start({ dataDir: unreachable }), "SELECT id FROM kept")).toEqual([{ id: 7 }]);
      } finally {
        await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
        await rm(elsewhere, { recursive: true, force: true });
      }
    },
  );
});

describe("a process that is killed", () => {
  it("takes its server with it", async () => {
    const { holder, serverPid: pid } = await startElsewhere();

    holder.kill("SIGKILL");

    expect(await isGoneWithin(pid, END_MS_MAX)).toBe(true);
  });

  it("leaves data that the next start finds", async () => {
    const { holder } = await startElsewhere();
    holder.kill("SIGKILL");
    await once(holder, "exit");

    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("has its surviving server ended by the next start", async () => {
    const { holder, serverPid: pid } = await startElsewhere();
    // No signal but SIGKILL ends a stopped server.
    process.kill(pid, "SIGSTOP");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(isAlive(pid)).toBe(true);
    setTimeout(() => process.kill(pid, "SIGCONT"), 200);

    const postgres = await start();
    expect(await serverPid()).not.toBe(pid);
    expect(await query(postgres, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});

describe("a data directory in use", () => {
  it("is rejected with the process that uses it, and not touched", async () => {
    const { holder, serverPid: pid } = await startElsewhere();

    await expect(start()).rejects.toThrow(`is in use by process ${holder.pid}. Stop that first.`);
    expect(isAlive(pid)).toBe(true);
  });

  it("is given to one of two simultaneous starts", async () => {
    const starts = await Promise.allSettled([start(), start()]);

    expect(starts.map((result) => result.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is rejected when a foreign server runs there", async () => {
    const { serverPid: pid } = await startElsewhere();
    await rm(`${dataDir}.owner`);

    await expect(start()).rejects.toThrow(`in use by a server of somebody else, process ${pid}`);
    expect(isAlive(pid)).toBe(true);
  });

  it("is free when the process of its lock file is another program", async () => {
    const first = await start();
    await first.stop();
    await writeFile(join(dataDir, "postmaster.pid"), `${process.pid}\n${dataDir}\n`);

    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});

describe("the data of another account, as after a start as root", () => {
  /** Runs work under an account that is not root. */
  async function withUid<Result>(uid: number, work: () => Promise<Result>): Promise<Result> {
    process.seteuid?.(uid);
    try {
      return await work();
    } finally {
      process.seteuid?.(0);
    }
  }

  it.runIf(process.getuid?.() === 0)("are rejected with what to do, where the folder is not writable", async () => {
    const data = join(folder, "data");
    const rejected = withUid(54_321, () => claimDataDirectory(data));

    await expect(rejected).rejects.toThrow(
      `The PostgreSQL data in ${data} cannot be used: this account may not write to ${folder}. ` +
        `Run sudo chown -R 54321 ${folder} and start again, or move ${folder} away to begin with no data.`,
    );
  });

  it.runIf(process.getuid?.() === 0)("are rejected with what to do, where they belong to another account", async () => {
    const data = join(folder, "data");
    await mkdir(data, { mode: 0o700 });
    await chown(data, 54_321, 54_321);

    await expect(prepareDataDirectory({ binaries: "", dataDir: data, account: undefined })).rejects.toThrow(
      `The PostgreSQL data in ${data} cannot be used: it belongs to another account (uid 54321). ` +
        `Run sudo chown -R 0 ${folder} and start again, or move ${folder} away to begin with no data.`,
    );
  });
});

describe("isReachable", () => {
  const stranger = { name: "stranger", uid: 54_321, gid: 54_321 };

  it("is false behind a folder that the account may not enter", async () => {
    await chmod(folder, 0o700);
    expect(await isReachable(join(folder, "data", "deep"), stranger)).toBe(false);

    await chmod(folder, 0o711);
    expect(await isReachable(join(folder, "data", "deep"), stranger)).toBe(true);
  });
});
