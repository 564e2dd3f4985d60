import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";

import { startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { dispatchWebhooks } from "../../lib/webhooks/dispatch-webhooks.ts";
import type { SentRequest } from "../../lib/webhooks/sent-request.ts";
import { bothPlatforms, chooseApps, FIRST_DAY } from "../oracle/scenario.ts";
import { createService } from "../oracle/service.ts";
import { createCaller } from "../support/api.ts";
import { byRun } from "../support/by-run.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { settleTransactions } from "../support/settled-transactions.ts";
import { silentLog } from "../support/silent-log.ts";
import { delivered } from "./use-dispatch.ts";

const database = useClockedDatabase();

const DAYS = byRun({ usual: 4, nightly: 10 });
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** On these days the secret is replaced before the deliveries of the day are sent. */
const ROTATION_DAYS: readonly number[] = [2, 7];
const seed = 1;

type Signed = Pick<SentRequest, "headers" | "body">;

function isAccepted(secret: string, { headers, body }: Signed): boolean {
  try {
    return new Webhook(secret).verify(body, { ...headers }) !== undefined;
  } catch {
    return false;
  }
}

/** The delivery with one thing changed, each of which a verifier must see. */
function tampered({ headers, body }: SentRequest): readonly Signed[] {
  const middle = Math.floor(body.length / 2);
  const flipped = body[middle] === "a" ? "b" : "a";
  const later = String(Number(headers["webhook-timestamp"]) + 1);
  return [
    { headers, body: body.slice(0, middle) + flipped + body.slice(middle + 1) },
    { headers, body: `${body} ` },
    { headers: { ...headers, "webhook-id": "evt_0" }, body },
    { headers: { ...headers, "webhook-timestamp": later }, body },
    { headers: { ...headers, "webhook-signature": "v1,AAAA" }, body },
  ];
}

/** Follows apps of both stores in a service at the first of the days, and makes a webhook of them. */
async function setUp() {
  const { db, sql } = database();
  const simulator = await startStoreSimulator({ seed, day: FIRST_DAY, now: db.clock.ms });
  const startMs = simulator.catalogue.startOf(FIRST_DAY).getTime();
  const service = createService(db, simulator, seed);
  await service.start(startMs + HOUR_MS);
  const caller = await createCaller(db);
  for (const platform of bothPlatforms) {
    for (const externalId of chooseApps(simulator.catalogue, platform, { tracked: 2, rivals: 0 }).tracked) {
      await createApp(db, { platform, externalId, originCountryCode: "us" });
      await service.api.post(`/apps/${platform}/${externalId}/track`, undefined, caller);
    }
  }
  const webhook = { name: "Signed", url: "https://receiver.example/", scope: { kind: "mine" } };
  const { id, secret } = (await service.api.post("/webhooks", webhook, caller)).body.data;
  const live = async (day: number) => {
    simulator.setDay(FIRST_DAY + day);
    await service.start(startMs + day * DAY_MS + HOUR_MS);
    await service.runUntilIdle(async () => {});
    await settleTransactions(sql);
  };
  const rotate = async (): Promise<string> =>
    (await service.api.post(`/webhooks/${id}/rotate-secret`, undefined, caller)).body.data.secret;
  const dispatch = async () => {
    const received: SentRequest[] = [];
    await dispatchWebhooks({
      ...{ db, log: silentLog, random: () => 0.5, newId: randomUUID, realNow: Date.now, mail: undefined },
      send: async (request) => {
        received.push(request);
        return delivered;
      },
    });
    return received;
  };
  return { secret: String(secret), live, rotate, dispatch, stop: simulator.stop };
}

it("[HOOK-3] signs each delivery so that the verifier of Standard Webhooks accepts it, and nothing else", async () => {
  const { secret, live, rotate, dispatch, stop } = await setUp();
  let secrets: readonly [string, ...string[]] = [secret];
  const verdicts = { right: new Set<boolean>(), wrong: new Set<boolean>() };
  const deliveries = { all: 0, rotating: 0 };

  for (let day = 0; day < DAYS; day += 1) {
    await live(day);
    secrets = ROTATION_DAYS.includes(day) ? [await rotate(), secrets[0]] : [secrets[0]];
    const received = await dispatch();
    const pairs = received.flatMap((request) => secrets.map((one) => ({ request, one })));
    for (const { request, one } of pairs) {
      verdicts.right.add(isAccepted(one, request));
      for (const changed of tampered(request)) verdicts.wrong.add(isAccepted(one, changed));
    }
    deliveries.all += received.length;
    deliveries.rotating += pairs.length - received.length;
  }
  await stop();

  expect([[...verdicts.right], [...verdicts.wrong]]).toEqual([[true], [false]]);
  expect(deliveries.all).toBeGreaterThan(DAYS);
  expect(deliveries.rotating).toBeGreaterThan(0);
});
