import { sql } from "drizzle-orm";
import { expect, it } from "vitest";

import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { ALERT_HOURS_MAX } from "../../lib/domain/webhook.ts";
import { createCaller } from "../support/api.ts";
import { byRun } from "../support/by-run.ts";
import { addEvent, justNow } from "../support/events.ts";
import { createTracked } from "../support/followed-apps.ts";
import { delivered, useDispatch } from "./use-dispatch.ts";

const createDispatch = useDispatch();
const seed = Date.now() % 1_000_000;
const USERS = byRun({ usual: 12, nightly: 100 });
const DAYS = byRun({ usual: 8, nightly: 30 });
const HOUR_MS = 3_600_000;
const slack = { format: "slack", url: "https://hooks.slack.com/services/T0/B0/abcdefghijklmnop" };

/** Responses of a chat that fails now and then, and what of the messages it has shown. */
function createChat(random: () => number) {
  const shown: string[] = [];
  const respond = ({ url, body }: { readonly url: string; readonly body: string }) => {
    if (random() < 0.3) return { ...delivered, status: 500 };
    const markers = body.match(/Title (\d+)\b/g) ?? [];
    shown.push(...new Set(markers.map((marker) => `${url} ${marker}`)));
    return delivered;
  };
  return { shown, respond };
}

it(`[HOOK-26 HOOK-60] of random days sends each event once, and none that is older than a day (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const chat = createChat(random);
  const { db, create, dispatch } = await createDispatch(chat.respond);
  const users: { readonly appId: number; readonly url: string; readonly timing: string }[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const caller = await createCaller(db);
    const { id } = await createTracked(db, caller.user.id);
    const url = `${slack.url}${index}`;
    const timing = index % 2 === 0 ? "at_once" : "after_day";
    await create({ ...slack, url, timing }, caller);
    users.push({ appId: id, url, timing });
  }
  const expected: string[] = [];
  let marker = 0;
  /** A day's readings: at most three changes of an app, some of which a gap or an outage has kept back for days. */
  const readDay = async () => {
    for (const { appId, url, timing } of users) {
      const changes = Math.floor(random() * 4);
      const hours = random() < 0.2 ? ALERT_HOURS_MAX + 1 + Math.floor(random() * 72) : random() * (ALERT_HOURS_MAX - 1);
      if (changes === 0) continue;
      await db.transaction(async (transaction) => {
        for (let index = 0; index < changes; index += 1) {
          marker += 1;
          const after = `Title ${marker}`;
          const times = { occurredAt: new Date(Date.now() - hours * HOUR_MS), reportedAt: justNow() };
          await addEvent(transaction, { appId, field: "title", data: { before: "Old", after }, ...times });
          if (timing === "after_day" || hours < ALERT_HOURS_MAX) expected.push(`${url} ${after}`);
        }
      });
    }
  };
  for (let day = 0; day < DAYS; day += 1) {
    await readDay();
    await dispatch();
    await dispatch();
    await db.update(webhookDeliveries).set({ nextAttemptAt: sql`clock_timestamp()` });
    await dispatch();
  }
  while ((await db.$count(webhookDeliveries, sql`status = 'pending'`)) > 0) {
    await db.update(webhookEndpoints).set({ failedAttempts: 0, failingSince: null });
    await db.update(webhookDeliveries).set({ nextAttemptAt: sql`clock_timestamp()` });
    await dispatch();
  }

  expect(chat.shown.toSorted()).toEqual(expected.toSorted());
});
