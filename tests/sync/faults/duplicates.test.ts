import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { everywhere } from "../../support/countries.ts";
import { sqsRecord } from "../../support/faults/memory-queue.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { endCoolDown } from "../../support/pass-time.ts";
import { useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants } from "./invariants.ts";
import { secondEdition } from "./scenarios.ts";
import { requestSync, settledSync, type World } from "./world.ts";

const database = useAuditedDatabase();

/** Ways to deliver each waiting message and the messages that it sends. */
async function deliverEach(world: World, deliver: (body: string) => Promise<unknown>) {
  for (let body = world.waiting.shift(); body !== undefined; body = world.waiting.shift()) {
    await world.awaitDelivery(body);
    await deliver(body);
  }
}

const ways = [
  {
    way: "twice, one after the other",
    deliver: async (world: World, body: string) => [await world.deliver(body), await world.deliver(body)],
  },
  {
    way: "three times at once",
    deliver: (world: World, body: string) => Promise.all([1, 2, 3].map(() => world.deliver(body))),
  },
  {
    way: "twice in one batch",
    deliver: (world: World, body: string) =>
      world.receive({ Records: [sqsRecord(body), sqsRecord(body)] }, { getRemainingTimeInMillis: () => 90_000 }),
  },
] as const;

describe.each(platforms)("messages of %s", (platform) => {
  it.each(ways)("delivered $way change nothing and request nothing twice", async ({ deliver }) => {
    const golden = await settledSync(database().db, platform);
    const world = await requestSync(database().db, platform);
    await deliverEach(world, (body) => deliver(world, body));

    expect(world.store.callsOf(world.app.externalId)).toHaveLength(golden.store.callsOf(golden.app.externalId).length);
    expect(await dumpOf(world)).toEqual(await dumpOf(golden));
    await expectInvariants(world);
  });

  it("delivered again after completion are acknowledged and change nothing", async () => {
    const golden = await settledSync(database().db, platform);
    const world = await settledSync(database().db, platform);
    for (const body of nonEmpty(world.everSent)) expect(await world.deliver(body)).toBe(true);

    expect(world.store.callsOf(world.app.externalId)).toHaveLength(golden.store.callsOf(golden.app.externalId).length);
    expect(await dumpOf(world)).toEqual(await dumpOf(golden));
  });
});

describe("messages of two runs of one app", () => {
  const seeds = [1, 2, 3, Date.now() % 1_000_000];

  it.each(seeds)("delivered in any order store the rows of two runs in order (seed %i)", async (seed) => {
    console.log(`Order of messages drawn from seed ${seed}.`);
    const random = seededRandom(seed);
    const twice = async (second: (world: World) => Promise<void>) => {
      const world = await settledSync(database().db);
      await endCoolDown(world.db, world.app.id);
      world.sellIn(everywhere, secondEdition);
      await world.request();
      await second(world);
      await world.settle();
      return world;
    };
    const golden = await twice(async () => undefined);
    const shuffled = await twice(async (world) => {
      for (let delivery = 0; delivery < 40; delivery += 1) {
        const body = world.everSent[Math.floor(random() * world.everSent.length)];
        if (body !== undefined) expect(await world.deliver(body)).toBe(true);
      }
    });

    expect(await dumpOf(shuffled)).toEqual(await dumpOf(golden));
    expect(shuffled.store.calls).toHaveLength(golden.store.calls.length);
    await expectInvariants(shuffled);
  });
});
