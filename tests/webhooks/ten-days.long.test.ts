import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";

import { startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { dispatchWebhooks } from "../../lib/webhooks/dispatch-webhooks.ts";
import type { SentRequest } from "../../lib/webhooks/sent-request.ts";
import { bothPlatforms, chooseApps, FIRST_DAY } from "../oracle/scenario.ts";
import { createService } from "../oracle/service.ts";
import { createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { settleTransactions } from "../support/settled-transactions.ts";
import { silentLog } from "../support/silent-log.ts";
import { delivered } from "./use-dispatch.ts";

const database = useClockedDatabase();

const DAYS = 10;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** On these days the secret is replaced before the deliveries of the day are sent. */
const ROTATION_DAYS: readonly number[] = [3, 7];
const seed = 1;

const bySecret = (secret: string, { headers, body }: Pick<SentRequest, "headers" | "body">) =>
  new Webhook(secret).verify(body, { ...headers });

/** The delivery with one thing changed, each of which a verifier must see. */
function tampered({ headers, body }: SentRequest): readonly Pick<SentRequest, "headers" | "body">[] {
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

it("[HOOK-3] signs each delivery of ten days so that the verifier of Standard Webhooks accepts it, and nothing else", {
  timeout: 1_800_000,
}, async () => {
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
  const webhook = { name: "Ten days", url: "https://receiver.example/", scope: { kind: "mine" } };
  const { id, secret } = (await service.api.post("/webhooks", webhook, caller)).body.data;
  let secrets: readonly string[] = [secret];
  const counts = { accepted: 0, rotating: 0 };

  try {
    for (let day = 0; day < DAYS; day += 1) {
      simulator.setDay(FIRST_DAY + day);
      await service.start(startMs + day * DAY_MS + HOUR_MS);
      await service.runUntilIdle(async () => {});
      const [current = ""] = secrets;
      const replaced = ROTATION_DAYS.includes(day)
        ? await service.api.post(`/webhooks/${id}/rotate-secret`, undefined, caller)
        : undefined;
      secrets = replaced === undefined ? [current] : [replaced.body.data.secret, current];
      const received: SentRequest[] = [];

      await settleTransactions(sql);
      await dispatchWebhooks({
        ...{ db, log: silentLog, random: () => 0.5, newId: randomUUID, realNow: Date.now },
        send: async (request) => {
          received.push(request);
          return delivered;
        },
      });

      for (const request of received) {
        for (const one of nonEmpty(secrets)) {
          expect(bySecret(one, request)).toMatchObject({ data: { id: request.headers["webhook-id"] } });
          for (const changed of tampered(request)) expect(() => bySecret(one, changed)).toThrow();
        }
        counts.accepted += 1;
        counts.rotating += secrets.length - 1;
      }
    }
  } finally {
    await simulator.stop();
  }
  expect(counts.accepted).toBeGreaterThan(DAYS);
  expect(counts.rotating).toBeGreaterThan(0);
});
