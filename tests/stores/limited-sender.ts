import { reportResponses } from "../../db/queries/budgets/class-reports.ts";
import { takeTokens } from "../../db/queries/budgets/store-budgets.ts";
import type { Db } from "../../db/statement.ts";
import type { ClassSettings, HostClass } from "../../lib/domain/store-hosts.ts";
import type { Limiter } from "./limiters.ts";

/** A process reports once a minute that its store responds. */
const REPORT_SECONDS = 60;

/** More than a class may save up. */
const BATCHES_MAX = 100;

/** Requests that were sent together. `isClosed`: while the class was, as the last report of a throttled response said. */
export type Batch = {
  readonly at: number;
  readonly served: number;
  readonly rejected: number;
  readonly isClosed: boolean;
};

type Sending = {
  readonly hostClass: HostClass;
  readonly settings: ClassSettings;
  /** Requests for which tokens are taken at once. */
  readonly batch: number;
  readonly limiter: Limiter;
};

/** Sends as many requests of a class as the database grants, and reports how its store responds. */
export function createSender(db: Db, { hostClass, settings, batch, limiter }: Sending) {
  const { startPerMinute: start, capPerMinute: cap, adaptive } = settings;
  const buckets = [{ bucket: hostClass, requests: batch, floor: 1, capacity: 60, most: null, start, cap, adaptive }];
  const batches: Batch[] = [];
  let nextAt = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let blockedUntil = 0;

  async function sendBatch(now: number): Promise<void> {
    const responses = Array.from({ length: batch }, () => limiter(now));
    const waits = responses.filter((wait) => wait !== undefined);
    batches.push({ at: now, served: batch - waits.length, rejected: waits.length, isClosed: now < blockedUntil });
    if (waits.length > 0) {
      const retryAfterSeconds = Math.max(0, ...waits.map((wait) => wait ?? 0));
      const throttled = { outcome: "throttled", isAboutAddress: false, retryAfterSeconds } as const;
      blockedUntil = now + (await reportResponses(db, { hostClass, settings, ...throttled }));
    } else if (now - reportedAt >= REPORT_SECONDS) {
      reportedAt = now;
      await reportResponses(db, { hostClass, settings, outcome: "responded" });
    }
  }

  return {
    hostClass,
    batches,
    isDue: (now: number) => nextAt <= now,
    async send(now: number): Promise<void> {
      for (let taken = 0; taken < BATCHES_MAX && nextAt <= now; taken += 1) {
        const { waitSeconds } = await takeTokens(db, buckets);
        nextAt = now + waitSeconds;
        if (waitSeconds === 0) await sendBatch(now);
      }
    },
  };
}
