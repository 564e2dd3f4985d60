import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Db } from "../../db/client.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { dispatchWebhooks } from "../../lib/webhooks/dispatch-webhooks.ts";
import { addEvent, justNow } from "../support/events.ts";
import { createTracked } from "../support/followed-apps.ts";
import { delivered, useDispatch } from "./use-dispatch.ts";

const setUp = useDispatch();
const EVENTS = 5;

/** A database whose statements of this name never begin, as when the function is killed before. */
function killedBefore(db: Db, name: string): Db {
  return {
    ...db,
    run: (statement) => {
      if (statement.name === name) throw new Error("killed");
      return db.run(statement);
    },
  };
}

async function setUpEvents() {
  const world = await setUp();
  const app = await createTracked(world.db, world.caller.user.id);
  const { id } = await world.create();
  const ids: string[] = [];
  for (let event = 0; event < EVENTS; event += 1) {
    ids.push(await addEvent(world.db, { appId: app.id, reportedAt: justNow() }));
  }
  const endLeases = () => world.db.update(webhookEndpoints).set({ leaseUntil: new Date(Date.now() - 1_000) });
  return { ...world, id, ids, endLeases };
}

describe("a dispatcher that is killed", () => {
  it.each([
    { point: "before it makes deliveries", statement: "fan_out_events", sent: 0 },
    { point: "between making and claiming them", statement: "claim_deliveries", sent: 0 },
    { point: "between sending and recording", statement: "record_attempt", sent: 1 },
    { point: "before it gives the endpoint back", statement: "release_endpoints", sent: EVENTS },
  ])("[HOOK-6] $point loses nothing", async ({ statement, sent }) => {
    const { db, dispatch, deliveries, id, ids, idsReceived, endLeases, received } = await setUpEvents();

    await dispatch({ db: killedBefore(db, statement) }).catch(() => undefined);
    expect(received).toHaveLength(sent);
    await dispatch();
    const whileLeased = received.length;
    await endLeases();
    await dispatch();

    expect((await deliveries(id)).map(({ status }) => status)).toEqual(Array(EVENTS).fill("delivered"));
    expect([...new Set(idsReceived())]).toEqual(ids);
    if (sent > 0) expect(whileLeased).toBe(sent);
  });

  it("[HOOK-6] between claiming and sending leaves the endpoint to a tick after its lease", async () => {
    const { dispatch, idsReceived, ids, endLeases } = await setUpEvents();
    const send = () => Promise.reject(new Error("killed"));

    await expect(dispatch({ send })).rejects.toThrow("could be sent");
    await dispatch();
    expect(idsReceived()).toEqual([]);
    await endLeases();
    await dispatch();

    expect(idsReceived()).toEqual(ids);
  });

  it("[HOOK-6] records no attempt whose endpoint has passed to another tick", async () => {
    const { db, dispatch, deliveries, id } = await setUpEvents();
    const lost = async () => {
      await db.execute(sql`UPDATE webhook_endpoints SET lease_token = gen_random_uuid() WHERE id = ${id}`);
      return delivered;
    };

    await dispatch({ send: lost });

    expect((await deliveries(id)).map(({ attempts }) => attempts)).toEqual(Array(EVENTS).fill(0));
  });

  it("[HOOK-6] makes each delivery once though ticks overlap, and sends it once", async () => {
    const { deps, dispatch, deliveries, id, ids, idsReceived } = await setUpEvents();
    await dispatch({ send: () => Promise.reject(new Error("killed")) }).catch(() => undefined);
    await Promise.all(Array.from({ length: 5 }, () => dispatchWebhooks(deps)));

    expect(await deliveries(id)).toHaveLength(ids.length);
    expect(new Set(idsReceived()).size).toBe(idsReceived().length);
  });
});
