import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { StoreConnector } from "../../../lib/stores/connector.ts";
import { countStatements } from "../../support/counted-statements.ts";
import { countAudited, useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants } from "./invariants.ts";
import { createWorker, requestSync, settledSync, type World } from "./world.ts";

const database = useAuditedDatabase();

/** A worker that connects under a name of its own, which the audit shows. */
function connectAs(applicationName: string) {
  return countStatements({ ...database().connection, applicationName, max: 2 });
}

const requested = () => requestSync(database().db);
const golden = async () => dumpOf(await settledSync(database().db));

async function deliverUntil(world: World, phase: string): Promise<string> {
  for (let body = world.waiting.shift(); body !== undefined; body = world.waiting.shift()) {
    if (JSON.parse(body).phase === phase) return body;
    await world.deliver(body);
  }
  throw new Error(`No message of the ${phase} phase was sent.`);
}

const stalls = [
  { phase: "identity", operation: "fetchIdentity" },
  { phase: "listings", operation: "fetchListings" },
  { phase: "metrics", operation: "fetchMetrics" },
] as const;
type Operation = (typeof stalls)[number]["operation"];

describe("a worker that stalls past its lease", () => {
  it.each(stalls)("during $phase writes nothing once another worker has finished the run", async (stall) => {
    const world = await requested();
    const body = await deliverUntil(world, stall.phase);
    const name = `zombie-${stall.phase}`;
    const zombie = stallingWorker(world, name, stall.operation);

    const delivery = zombie.deliver(body);
    await zombie.hasResponse;
    await outliveLease(world);
    expect(await world.deliver(body)).toBe(true);
    await world.settle();
    zombie.goOn();

    expect(await delivery).toBe(true);
    expect(zombie.errors).toEqual([]);
    expect(await countAudited(world.db, world.app.id, name)).toEqual({ claim: 1 });
    expect(await dumpOf(world)).toEqual(await golden());
    await expectInvariants(world);
    await zombie.end();
  });

  it("writes nothing while another worker holds the run", async () => {
    const world = await requested();
    const body = await deliverUntil(world, "listings");
    const [zombie, owner] = [stallingWorker(world, "zombie"), stallingWorker(world, "owner")];

    const late = zombie.deliver(body);
    await zombie.hasResponse;
    await outliveLease(world);
    const current = owner.deliver(body);
    await owner.hasResponse;
    zombie.goOn();
    expect(await late).toBe(true);
    expect(await countAudited(world.db, world.app.id, "zombie")).toEqual({ claim: 1 });
    owner.goOn();
    expect(await current).toBe(true);
    await world.settle();

    expect(await dumpOf(world)).toEqual(await golden());
    await expectInvariants(world);
    await Promise.all([zombie.end(), owner.end()]);
  });

  it("inside a statement keeps other workers out until it is done, and writes nothing after that", async () => {
    const world = await requested();
    const body = await deliverUntil(world, "listings");
    await stallWritesOf(world, "zombie");
    const { db, statements, end } = connectAs("zombie");
    const zombie = createWorker(world.pipeline, { db });

    const { late, current } = await database().sql.begin(async (gate) => {
      await gate`SELECT pg_advisory_xact_lock(0)`;
      const late = zombie.deliver(body);
      await expect.poll(() => countWaiting(world, "advisory")).toBe(1);
      // Both leases end before the statement does: the claimed one and the one that the statement renews.
      await outliveLease(world);
      const current = world.deliver(body);
      await expect.poll(() => countWaiting(world, "transactionid")).toBe(1);
      return { late, current };
    });
    expect(await current).toBe(true);
    await Promise.all([late, world.settle()]);

    const others = /store_budgets|storefront_controls|sweep_batches|sent_until/;
    const writes = statements.filter((text) => !others.test(text));
    expect(writes, "the write, and one that found the lease lost").toHaveLength(2);
    expect(await countAudited(world.db, world.app.id, "zombie")).toMatchObject({ claim: 1, write: 1 });
    expect(await dumpOf(world)).toEqual(await golden());
    await expectInvariants(world);
    await end();
  });
});

/** Until the lease of a stalled worker is over, and the store's minute has room for another one. */
async function outliveLease({ pipeline: { clock, settings } }: World): Promise<void> {
  await clock.moveTo(clock.ms() + (settings.sync.leaseSeconds + 1) * 1_000);
}

/** A worker that stops after its first response from the store until the test resumes it. */
function stallingWorker(world: World, name: string, operation: Operation = "fetchListings") {
  const hasResponse = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const { db, end } = connectAs(name);
  const connector = stalled(world.store, operation, async () => {
    hasResponse.resolve();
    await mayGoOn.promise;
  });
  const { deliver, errors } = createWorker(world.pipeline, { db, connector });
  return { deliver, errors, end, hasResponse: hasResponse.promise, goOn: () => mayGoOn.resolve() };
}

function stalled(connector: StoreConnector, operation: Operation, stall: () => Promise<void>): StoreConnector {
  const { fetchIdentity, fetchListings, fetchMetrics } = connector;
  const after = async <Result>(response: Promise<Result>) => {
    await response;
    await stall();
    return response;
  };
  const stalling: Pick<StoreConnector, Operation> = {
    fetchIdentity: (...request) => after(fetchIdentity(...request)),
    fetchListings: (...request) => after(fetchListings(...request)),
    fetchMetrics: (...request) => after(fetchMetrics(...request)),
  };
  return { ...connector, [operation]: stalling[operation] };
}

/** Stops a worker's writes in the middle of their statement while the advisory lock is held. */
async function stallWritesOf({ db }: World, worker: string): Promise<void> {
  await db.execute(sql`
    CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('application_name') = TG_ARGV[0] THEN PERFORM pg_advisory_xact_lock(0); END IF;
      RETURN NEW;
    END $$`);
  await db.execute(
    sql`CREATE TRIGGER stall BEFORE INSERT ON app_metrics FOR EACH ROW EXECUTE FUNCTION stall(${sql.raw(worker)})`,
  );
}

/** Statements in this database that wait for a lock of that kind. */
async function countWaiting({ db }: World, lock: "advisory" | "transactionid"): Promise<number> {
  const rows = await db.execute(sql`
    SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = ${lock}`);
  return rows.length;
}
