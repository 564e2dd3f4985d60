import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { describe, expect, it } from "vitest";

import { type Archive, keepEvents, type Send } from "../../docs/examples/typescript/keep-events.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { eventId } from "../../lib/domain/event.ts";
import { type Caller, createApi, createCaller } from "../support/api.ts";
import { byRun } from "../support/by-run.ts";
import { useDatabase } from "../support/database.ts";
import { createTracked } from "../support/followed-apps.ts";
import { connectAsFunction } from "../support/function-connection.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { settleTransactions } from "../support/settled-transactions.ts";

const database = useDatabase();

const TRANSACTIONS = 200;
const UNDER_WAY_MAX = 20;
const KILLS = 50;
const POLLED = 0.3;
const ABORTED = 0.1;
const seeds = Array.from({ length: byRun({ usual: 1, nightly: 8 }) }, (_, index) => (Date.now() % 1_000_000) + index);

const applicationName = `polled-${randomUUID()}`;

/** Loses nothing that it has saved. Some calls of a client end before what they save. */
function createArchive(crashes: () => boolean) {
  const saved: string[] = [];
  let kept: string | undefined;
  const archive: Archive = {
    cursor: async () => kept,
    async saveEvents(events) {
      if (crashes()) throw new Error("The client crashed.");
      saved.push(...events.map(({ id }) => id));
    },
    async saveCursor(cursor) {
      if (crashes()) throw new Error("The client crashed.");
      kept = cursor;
    },
  };
  return { archive, saved };
}

type Reader = { readonly send: Send; readonly archive: Archive };

type World = {
  readonly seed: number;
  /** The share of the client's saves that end before they have saved. */
  readonly crashed?: number;
  readonly change?: (reader: Reader) => Reader;
};

/**
 * Transactions write events of an app, and end in a random order, while a client polls a service that loses its
 * connection again and again. Returns the ids that were written, and those that the client has saved.
 */
async function follow({ seed, crashed = 0.1, change = (reader) => reader }: World) {
  const random = seededRandom(seed);
  const { db, connection } = database();
  const caller = await createCaller(db);
  const { id: appId } = await createTracked(db, caller.user.id);
  const service = connectAsFunction(connection, applicationName);
  const { archive, saved } = createArchive(() => random() < crashed);
  const reader = change({ archive, send: sendsTo(createApi(service.db, { requestsPerMinute: 1_000_000 }), caller) });
  const poll = () => keepEvents(reader.send, reader.archive).then(...outcome);
  const transactions = createTransactions({ random, appId });
  try {
    await settle(async () => (await poll()) === "kept all");
    await write();
    await settleTransactions(database().sql);
    await settle(async () => (await poll()) === "kept all");
  } finally {
    // Each world has connections of its own, of which the server has few.
    await Promise.all([service.end(), transactions.close()]);
  }
  return { written: transactions.written, saved };

  async function write(): Promise<void> {
    let kills = 0;
    while (!transactions.areOver() || kills < KILLS) {
      if (random() < POLLED) {
        await Promise.all([poll(), kills < KILLS ? killService() : undefined]);
        kills += 1;
      } else {
        await transactions.step();
      }
    }
  }
}

const CALLS_MAX = 1_000;

async function settle(isDone: () => Promise<boolean>): Promise<void> {
  for (let calls = 0; calls < CALLS_MAX; calls += 1) if (await isDone()) return;
  throw new Error(`${CALLS_MAX} calls have not kept all events.`);
}

function sendsTo(api: ReturnType<typeof createApi>, caller: Caller): Send {
  return async (path) => {
    const { status, text } = await api.get(path, caller);
    return new Response(text, { status });
  };
}

const outcome = [() => "kept all" as const, () => "stopped" as const] as const;

async function killService(): Promise<void> {
  await database()
    .sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${applicationName}`;
}

type Writing = { readonly writer: postgres.Sql; readonly ids: readonly string[] };

/** Each step begins a transaction that writes two events, or ends any of those under way. */
function createTransactions({ random, appId }: { readonly random: () => number; readonly appId: number }) {
  const { host, port, database: name, username, password } = database().connection;
  // A function's client closes a connection that is idle for 20 seconds, which would end its transaction.
  const writers = Array.from({ length: UNDER_WAY_MAX }, () =>
    postgres({ host, port, database: name, username, password, max: 1, onnotice: () => {} }),
  );
  const idle = [...writers];
  const underWay: Writing[] = [];
  const written: string[] = [];
  let begun = 0;

  async function begin(writer: postgres.Sql): Promise<void> {
    begun += 1;
    await writer.unsafe("BEGIN");
    const rows = await writer<{ id: string }[]>`
      INSERT INTO events (app_id, type, began_at, occurred_at, weight, data)
      SELECT ${appId}, 'app.version_released', now(), now(), 0.5, '{}' FROM generate_series(1, 2) RETURNING id`;
    underWay.push({ writer, ids: rows.map(({ id }) => eventId(Number(id))) });
  }

  async function end(): Promise<void> {
    const [writing] = underWay.splice(Math.floor(random() * underWay.length), 1);
    if (writing === undefined) return;
    const isAborted = random() < ABORTED;
    await writing.writer.unsafe(isAborted ? "ROLLBACK" : "COMMIT");
    idle.push(writing.writer);
    if (!isAborted) written.push(...writing.ids);
  }

  return {
    written,
    areOver: () => begun === TRANSACTIONS && underWay.length === 0,
    async step() {
      const writer = begun < TRANSACTIONS && random() < 0.6 ? idle.pop() : undefined;
      await (writer === undefined ? end() : begin(writer));
    },
    close: () => Promise.all(writers.map((writer) => writer.end({ timeout: 5 }))),
  };
}

describe("a client that keeps the cursor of GET /changes", () => {
  it.each(seeds)("[EVT-50] misses no event of transactions that end in any order: seed %i", async (seed) => {
    const { written, saved } = await follow({ seed });

    expect(written.length).toBeGreaterThan(TRANSACTIONS);
    expect(new Set(saved)).toEqual(new Set(written));
  });

  it("[EVT-50] is given each event once, unless it repeats a cursor", async () => {
    const { written, saved } = await follow({ seed: 4711, crashed: 0 });

    expect(saved.toSorted()).toEqual(written.toSorted());
  });

  it.each(nonEmpty(Object.entries({ readsById, readsWhatIsCommitted, movesCursorFirst })))(
    "would miss events by another order: %s",
    async (_name, change) => {
      const { written, saved } = await follow({ seed: 4711, change });

      expect(written.filter((id) => !saved.includes(id))).not.toEqual([]);
    },
  );
});

function movesCursorFirst({ send, archive }: Reader): Reader {
  let page: Parameters<Archive["saveEvents"]>[0] = [];
  return {
    send,
    archive: {
      cursor: archive.cursor,
      async saveEvents(events) {
        page = events;
      },
      async saveCursor(cursor) {
        await archive.saveCursor(cursor);
        await archive.saveEvents(page);
      },
    },
  };
}

function readsById({ archive }: Reader): Reader {
  return { archive, send: readsAfter("id > $1::bigint ORDER BY id") };
}

/** In the order of transactions, but without waiting for earlier ones that are under way. */
function readsWhatIsCommitted({ archive }: Reader): Reader {
  return { archive, send: readsAfter("written_in > $1::text::xid8 ORDER BY written_in, id") };
}

function readsAfter(condition: string): Send {
  const column = condition.startsWith("id") ? "id" : "written_in";
  return async (path) => {
    const cursor = new URL(path, "http://localhost").searchParams.get("cursor") ?? "0";
    const rows = await database().sql.unsafe(`SELECT id, ${column}::text AS place FROM events WHERE ${condition}`, [
      cursor,
    ]);
    const data = rows.map(({ id }) => ({ id: eventId(Number(id)) }));
    const meta = { next_cursor: rows.at(-1)?.place ?? cursor, has_more: false };
    return Response.json({ data, meta });
  };
}
