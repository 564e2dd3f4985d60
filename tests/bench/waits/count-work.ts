import { sql } from "drizzle-orm";
import * as z from "zod";

import { platformSchema } from "../../../lib/domain/platform.ts";
import type { Figure } from "./figures.ts";
import type { Service } from "./scenario.ts";
import type { Delivery } from "./virtual/queue.ts";

/** How a delivery ends that has done what it was sent for. */
const doneOutcomes: readonly string[] = [
  "completed",
  "aborted",
  "stored",
  "empty",
  "planned",
  "missed",
  "failed",
  "separated",
];

/** Whether a delivery has requested nothing and has to come again, or came for nothing. */
export function isIdle({ scraperCalls, outcome }: Delivery): boolean {
  return scraperCalls === 0 && !doneOutcomes.includes(outcome);
}

const IDLE_PERCENT_MAX = 10;

export function deliveryFigures(deliveries: readonly Delivery[]): readonly Figure[] {
  const idleShareOf = (some: readonly Delivery[]) => (100 * some.filter(isIdle).length) / Math.max(1, some.length);
  const byQueue = [...Map.groupBy(deliveries, ({ queue }) => queue)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    { what: "idle deliveries", value: idleShareOf(deliveries), unit: "%", atMost: IDLE_PERCENT_MAX },
    ...byQueue.map(([queue, some]): Figure => {
      const outcomes = [...Map.groupBy(some.filter(isIdle), ({ outcome }) => outcome)];
      const counts = outcomes.map(([outcome, of]) => `${of.length} ${outcome}`).join(", ");
      const what = `  of ${some.length} of ${queue}${counts === "" ? "" : ` (${counts})`}`;
      return { what, value: idleShareOf(some), unit: "%", atMost: null };
    }),
  ];
}

const countsSchema = z.object({
  platform: platformSchema(),
  stored: z.int(),
  missed: z.int(),
  failed: z.int(),
  planned: z.int(),
});

export async function chartFigures({ db }: Pick<Service, "db">): Promise<readonly Figure[]> {
  const rows = await db.execute(sql`
    SELECT platform, count(*) FILTER (WHERE outcome IN ('stored', 'empty'))::int AS stored,
      count(*) FILTER (WHERE outcome = 'missed')::int AS missed,
      count(*) FILTER (WHERE outcome = 'failed')::int AS failed, count(*)::int AS planned
    FROM chart_fetches GROUP BY platform ORDER BY platform DESC`);
  return [...rows]
    .map((row) => countsSchema.parse(row))
    .flatMap(({ platform, stored, missed, failed, planned }): readonly Figure[] => [
      { what: `${platform} charts stored of ${planned}`, value: stored, unit: "", atMost: null },
      { what: `${platform} charts missed or failed`, value: missed + failed, unit: "", atMost: 0 },
    ]);
}

export function lagFigures({ lagSeconds }: Pick<Service, "lagSeconds">): readonly Figure[] {
  return [...lagSeconds].map(([what, value]) => ({ what: `${what}, at most`, value, unit: "s", atMost: null }));
}
