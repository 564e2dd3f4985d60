import { sql } from "drizzle-orm";
import { beforeEach } from "vitest";

import { reportResponses } from "../../db/queries/budgets/class-reports.ts";
import { takeTokens } from "../../db/queries/budgets/store-budgets.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import type { ClassSettings, HostClass, StoreHost } from "../../lib/domain/store-hosts.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { useClock } from "../support/use-clock.ts";

const START = new Date("2031-03-01T00:00:00Z");
const reported: HostClass = "itunes_rss";

export const settings: ClassSettings = { startPerMinute: 20, capPerMinute: 22, adaptive: true };

type Taking = { readonly buckets?: readonly (HostClass | StoreHost)[]; readonly floor?: number | null };
type Reporting = { readonly of?: ClassSettings; readonly hostClass?: HostClass; readonly isAboutAddress?: boolean };

/**
 * A class of a store in the database, under a clock that stands at 0 seconds: one request has been made of it before each
 * test, and nothing has been learnt.
 */
export function useReportedClass() {
  const database = useDatabase();
  const clock = useClock(database, START);
  beforeEach(async () => {
    await emptyTables(database().db, storeBudgets);
    await at(0);
    await take(1);
  });

  const at = (seconds: number) => clock().moveTo(START.getTime() + 1_000 * seconds);

  /** Takes tokens of all buckets, on credit where there is no floor. Returns 0, or the seconds to wait. */
  async function take(requests: number, { buckets = [reported], floor = null }: Taking = {}): Promise<number> {
    const { startPerMinute: start, capPerMinute: cap, adaptive } = settings;
    const rate = { capacity: 60, most: "none", start, cap, adaptive } as const;
    const requested = buckets.map((bucket) => ({ bucket, requests, floor, ...rate }));
    return (await takeTokens(database().db, requested)).waitSeconds;
  }

  const respond = ({ of = settings, hostClass = reported }: Reporting = {}) =>
    reportResponses(database().db, { outcome: "responded", hostClass, settings: of });

  const throttle = (
    retryAfterSeconds: number | null = null,
    { of = settings, hostClass = reported, isAboutAddress = false }: Reporting = {},
  ) =>
    reportResponses(database().db, {
      outcome: "throttled",
      hostClass,
      settings: of,
      isAboutAddress,
      retryAfterSeconds,
    });

  /** Returns the row of the class or of a host; times are seconds of the clock. */
  async function row(bucket: StoreHost | HostClass = reported) {
    const seconds = (column: string) =>
      sql`extract(epoch FROM ${sql.identifier(column)} - ${START.toISOString()}::timestamptz)::float8`;
    const [found] = await database().db.execute<Record<string, number | null>>(sql`
      SELECT rate, ceiling, throttled_in_a_row, window_requests, ${seconds("window_started_at")} AS window_started_at,
        ${seconds("throttled_at")} AS throttled_at, ${seconds("ceiling_until")} AS ceiling_until,
        ${seconds("blocked_until")} AS blocked_until
      FROM store_budgets WHERE bucket = ${bucket}`);
    return found;
  }
  const rate = async () => (await row())?.rate ?? settings.startPerMinute;

  return { at, take, respond, throttle, row, rate };
}
