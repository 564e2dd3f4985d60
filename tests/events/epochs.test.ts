import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { eventEpochs } from "../../db/schema/events.ts";
import { useDatabase } from "../support/database.ts";
import { addEvent } from "../support/events.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();
const runbook = readFileSync(join(import.meta.dirname, "../../docs/runbook.md"), "utf8");

function statementForRestore(): string {
  const [, statement] = /'(INSERT INTO event_epochs [^']+)'/.exec(runbook) ?? [];
  if (statement === undefined) throw new Error("The runbook does not say how to begin an epoch.");
  return statement;
}

describe("[EVT-7] a restored database", () => {
  it("begins an epoch, and gives its events ids that the lost database has not given", async () => {
    const { db, sql } = database();
    const { id: appId } = await createApp(db);
    const idOf = async () => Number((await addEvent(db, { appId })).slice("evt_".length));
    const before = await idOf();
    await sql.unsafe(statementForRestore());

    expect((await db.select().from(eventEpochs)).map(({ epoch }) => epoch)).toEqual([1, 2]);
    expect(await idOf()).toBeGreaterThan(before + 1_000_000);
  });
});
