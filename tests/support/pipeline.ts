import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";

import type { Db } from "../../db/client.ts";
import { syncStatuses } from "../../db/schema/sync-statuses.ts";
import { countries } from "../../db/seeds/countries.ts";
import { type Placeholders, statement } from "../../db/statement.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type { SyncMessage } from "../../lib/queues/messages.ts";
import { delaysOf } from "../../lib/queues/send-messages.ts";
import type { SyncQueueKey, SyncQueues } from "../../lib/queues/sync-queues.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { unlimitedBudget } from "../../lib/stores/store-budget.ts";
import { type RunPhaseDependencies, runPhase } from "../../lib/sync/run-phase.ts";
import { startSync } from "../../lib/sync/start-sync.ts";
import type { TestDb } from "./database.ts";

export type SentMessage = {
  readonly queue: SyncQueueKey;
  readonly message: SyncMessage;
  readonly delaySeconds: number;
};

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Longer than any run of these tests takes: a run that does not end fails the test. */
const DELIVERIES_MAX = 500;

/** The pipeline of one platform in this process: real database, messages kept in an array instead of a queue. */
export function createPipeline(
  db: Db,
  connector: StoreConnector,
  overrides: Partial<RunPhaseDependencies> & { remainingMs?: () => number } = {},
) {
  const sent: SentMessage[] = [];
  const queues: SyncQueues = {
    async send(queue, messages, options) {
      const delayOf = delaysOf(options);
      for (const message of messages) sent.push({ queue, message, delaySeconds: delayOf(message) });
    },
  };
  const { remainingMs = () => 90_000, ...given } = overrides;
  const deps: RunPhaseDependencies = {
    db,
    connector,
    countries,
    queues,
    budget: unlimitedBudget,
    settings: {
      leaseSeconds: 60,
      leaseRenewalMs: 20_000,
      availabilityRelookDays: 7,
      identityRetryDelaysSeconds: [0, 0, 0],
      onDemandRunsMax: Number.POSITIVE_INFINITY,
    },
    now: () => new Date(),
    random: () => 0.5,
    newToken: randomUUID,
    log: silent,
    measure: () => undefined,
    ...given,
  };

  const deliver = (message: SyncMessage) => runPhase(deps, { message, remainingMs });

  return {
    deps,
    sent,
    deliver,
    start: (appId: number, purpose: SyncPurpose = "tracked") =>
      startSync(
        { db, queues, newId: randomUUID, now: deps.now, countries: deps.countries },
        { appId, platform: connector.platform, purpose, correlationId: "test" },
      ),
    /** Takes the oldest message off the queue. */
    take: (): SyncMessage => {
      const next = sent.shift();
      if (next === undefined) throw new Error("No message is waiting.");
      return next.message;
    },
    /** Delivers what is waiting, and what that sends, until nothing is. */
    drain: async (): Promise<void> => {
      for (let deliveries = 0; sent.length > 0; deliveries += 1) {
        if (deliveries > DELIVERIES_MAX) throw new Error(`The run did not end within ${DELIVERIES_MAX} deliveries.`);
        const next = sent.shift();
        if (next !== undefined) await deliver(next.message);
      }
    },
  };
}

export type Pipeline = ReturnType<typeof createPipeline>;

/** Ends the cool-down of an app, so that its next sync may start at once. */
export async function syncAgain(pipeline: Pipeline, appId: number, purpose: SyncPurpose = "tracked"): Promise<void> {
  await endCoolDown(pipeline.deps.db, { appId });
  await pipeline.start(appId, purpose);
  await pipeline.drain();
}

const endCoolDown = statement({
  name: "end_cool_down",
  effect: "writes",
  sql: ({ appId }: Placeholders<{ appId: number }>) =>
    sql`UPDATE ${syncStatuses} SET cooldown_until = NULL WHERE ${syncStatuses.appId} = ${appId}`,
});

/** Lets the last look at each storefront of an app lie as many days further back. */
export async function letDaysPass(db: TestDb, appId: number, days: number): Promise<void> {
  await db.execute(
    sql`UPDATE app_metrics SET observed_at = observed_at - make_interval(days => ${days}) WHERE app_id = ${appId}`,
  );
}
