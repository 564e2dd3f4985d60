import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";

import { insertTest } from "../../db/queries/webhooks/deliveries.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { type DispatchDependencies, dispatchWebhooks } from "../../lib/webhooks/dispatch-webhooks.ts";
import type { SentMail } from "../../lib/webhooks/sent-mail.ts";
import type { SentRequest, SentResult } from "../../lib/webhooks/sent-request.ts";
import { type Caller, createApi, createCaller } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";
import { settleTransactions } from "../support/settled-transactions.ts";

export const delivered: SentResult = { status: 200, excerpt: "ok", durationMs: 5 };

export const accepted: SentResult = { status: 250, excerpt: "", durationMs: 5 };

type Accept = (mail: SentMail["mail"]) => SentResult | Promise<SentResult>;
type Respond = (request: SentRequest) => SentResult | Promise<SentResult>;

/** Returns a function that makes a dispatcher with a receiver in memory, on a database without endpoints. */
export function useDispatch() {
  const database = useDatabase();
  return async (respond: Respond = () => delivered, accept: Accept = () => accepted) => {
    const { db, sql } = database();
    await db.delete(webhookEndpoints);
    const received: SentRequest[] = [];
    const mails: SentMail["mail"][] = [];
    const logged: { readonly event: string; readonly fields: object }[] = [];
    const log = (event: string, fields: object) => void logged.push({ event, fields });
    const deps: DispatchDependencies = {
      db,
      log: { info: log, warn: log },
      random: () => 0.5,
      newId: randomUUID,
      realNow: Date.now,
      send: async (request) => {
        received.push(request);
        return respond(request);
      },
      mail: {
        from: "alerts@shelfwatch.example",
        send: async (mail) => {
          mails.push(mail);
          return accept(mail);
        },
      },
    };
    const dispatch = async (overrides: Partial<DispatchDependencies> = {}) => {
      await settleTransactions(sql);
      await dispatchWebhooks({ ...deps, ...overrides });
    };
    // Events of earlier tests are of no endpoint.
    await dispatch();
    received.length = 0;
    const caller = await createCaller(db);
    const api = createApi(db, { requestsPerMinute: 10_000 });
    const create = async (body: object = {}, by: Caller = caller): Promise<{ id: number; secret: string }> => {
      const webhook = { name: "Hook", url: "https://receiver.example/hook", scope: { kind: "mine" }, ...body };
      return (await api.post("/webhooks", webhook, by)).body.data;
    };
    /** Without the limit of requests for tests. */
    const queueTest = (id: number, by: Caller = caller) => insertTest(db, { id, userId: by.user.id });
    const deliveries = (endpointId: number) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(desc(webhookDeliveries.id));
    const endpoint = async (id: number) =>
      (await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0];
    const makeDue = async () =>
      void (await db.update(webhookDeliveries).set({ nextAttemptAt: new Date(Date.now() - 1_000) }));
    const idsReceived = () => received.map(({ headers }) => headers["webhook-id"]);
    return {
      ...{ db, sql, deps, api, caller, received, mails, logged },
      ...{ dispatch, create, queueTest, deliveries, endpoint, makeDue, idsReceived },
    };
  };
}
