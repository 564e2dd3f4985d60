import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Db } from "../../../db/statement.ts";
import { byRun } from "../../support/by-run.ts";
import { connectAsFunction } from "../../support/function-connection.ts";
import { useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants } from "./invariants.ts";
import { settledSync } from "./world.ts";

const database = useAuditedDatabase();

const moments = ["before", "during"] as const;
/** Each statement loses its connection at one of the moments, in another run at the other, and by night at both. */
const turn = Date.now() % 2;
const step = byRun({ usual: 2, nightly: 1 });
const VICTIM = "victim";

/** Ends the connection of the worker at one of its statements. */
function dropping(db: Db, drop: { at: number; moment: (typeof moments)[number] } | undefined) {
  let count = 0;
  const run: Db["run"] = async (statement) => {
    count += 1;
    if (count - 1 !== drop?.at) return db.run(statement);
    if (drop.moment === "before") await terminate();
    const rows = db.run(statement);
    // The rejection is handled where the rows are awaited, which is only after the connection is gone.
    rows.catch(() => undefined);
    if (drop.moment === "during") await terminate();
    return rows;
  };
  return { db: { ...db, run }, count: () => count };
}

async function terminate() {
  await database().db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = ${VICTIM} AND datname = current_database()`);
}

async function syncDropping(drop?: Parameters<typeof dropping>[1]) {
  const victim = connectAsFunction(database().connection, VICTIM);
  const worker = dropping(victim.db, drop);
  const world = await settledSync(database().db, "ios", { db: worker.db });
  await victim.end();
  await expectInvariants(world);
  return { dump: await dumpOf(world), statements: worker.count() };
}

describe("a sync whose database connection is dropped", () => {
  it.each(moments)("%s any one of its statements ends with the rows of an undisturbed one", async (moment) => {
    const golden = await syncDropping();
    expect(golden.statements).toBeGreaterThan(8);
    const first = step === 1 ? 0 : (moments.indexOf(moment) + turn) % step;
    for (let at = first; at < golden.statements; at += step) {
      const { dump } = await syncDropping({ at, moment });
      expect(dump, `dropped ${moment} statement ${at}`).toEqual(golden.dump);
    }
  });
});
