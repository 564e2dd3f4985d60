import { prod } from "../../../infra/aws/stages.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { compareWithDates } from "./check-dates.ts";
import type { Comparison } from "./compare.ts";
import { countDay, type DayCounts } from "./count-requests.ts";
import { type CreateDatabase, openDatabase } from "./open-database.ts";
import type { EconomyOptions, StoreLimit } from "./options.ts";
import { compareWithWholeSyncs } from "./reference.ts";
import { runDays } from "./run-days.ts";
import { FILLED_ON, startStores } from "./stores.ts";

export type LimitedDays = {
  readonly limit: StoreLimit;
  readonly days: readonly DayCounts[];
  /** With whole syncs of the same apps, day by day; of the first run alone. */
  readonly compared: readonly Comparison[];
  /** With what the stores showed on the date that is stored. */
  readonly dated: Comparison;
};

type Limited = {
  readonly create: CreateDatabase;
  readonly options: EconomyOptions;
  readonly limit: StoreLimit;
  /** The database of which the run has a copy. */
  readonly filled: string;
  readonly isCompared: boolean;
};

const DAY_MS = 86_400_000;

/** Runs the service for some days against stores with one of the limits. */
export async function runLimitedDays({ create, options, limit, filled, isCompared }: Limited): Promise<LimitedDays> {
  let nowMs = () => 0;
  const stores = await startStores(options, () => nowMs());
  const freeStores = isCompared ? await startStores(options) : undefined;
  const start = stores.catalogue.startOf(FILLED_ON + 1);
  const { db, clock, end } = await openDatabase(await create(`economy_${limit}`, filled), start.getTime());
  const reference = await openDatabase(await create(`economy_${limit}_whole`, filled), start.getTime());
  nowMs = clock.ms;
  limitHosts(stores, limit);

  const days: DayCounts[] = [];
  const compared: Comparison[] = [];
  await runDays(
    { db, clock, simulator: stores, stage: prod, random: seededRandom(options.seed), charts: [] },
    {
      days: options.days,
      async beginDay(day) {
        // The stores' clock has passed the day by itself; the hours take back what the new day adds.
        stores.setDay(FILLED_ON + day, -24 * (day - 1));
        stores.requests.clear();
      },
      async endDay(day) {
        days.push(countDay(day, stores.requests.counts(), options.apps));
        if (freeStores === undefined) return;
        freeStores.setDay(FILLED_ON + day);
        await reference.clock.moveTo(start.getTime() + day * DAY_MS - 1_000);
        const whole = { simulator: freeStores, stored: db, count: options.compared };
        compared.push(await compareWithWholeSyncs(reference, whole));
      },
    },
  );
  const dated = await compareWithDates(db, stores.catalogue, start);
  await Promise.all([end(), reference.end(), stores.stop(), freeStores?.stop()]);
  return { limit, days, compared, dated };
}

function limitHosts({ limits }: StoreSimulator, limit: StoreLimit): void {
  if (limit === "none") return;
  const hostLimit = limit === "minute" ? { perMinute: 20 } : { perHour: 1_500 };
  for (const host of ["itunes.apple.com", "apps.apple.com", "play.google.com"]) {
    limits.set({ host, ...hostLimit, forbiddenMinutes: 30, timeFactor: 1 });
  }
}
