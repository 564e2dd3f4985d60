import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";

import type { Db } from "../../db/client.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { apps, publishers, unidentifiedApps } from "../../db/schema/apps.ts";
import { chartDays, chartFetches, trendingChartEntries, trendingCharts } from "../../db/schema/charts.ts";
import { rankReports } from "../../db/schema/events.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { countries } from "../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../db/seeds/store-categories.ts";
import { createDelivery } from "../../infra/local/pipeline/delivery.ts";
import type { ChartQueueMessage } from "../../lib/queues/messages.ts";
import type { Log } from "../../lib/runtime/log.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import type { ChartEntry } from "../../lib/stores/records.ts";
import { wirePipeline } from "../../lib/wiring/pipeline.ts";
import type { CountryPorts, Ports, Queues } from "../../lib/wiring/ports.ts";
import type { ClockedDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { createFakeStore } from "./fake-store.ts";
import { fakeHit } from "./fake-store-records.ts";
import { silentLog } from "./silent-log.ts";
import { prodSettings, type SettingsChange } from "./stage-settings.ts";

export const NOW = new Date("2026-05-10T08:00:00Z");
export const YESTERDAY = "2026-05-09";

/** How the pipeline of a test differs from the one that is deployed. */
export type ChartPipelineOverrides = Partial<Omit<Ports, "measure"> & CountryPorts> & {
  readonly settings?: SettingsChange;
  readonly queues?: Partial<Queues>;
};

/**
 * The charts of one platform in this process, wired as they are deployed and with the settings of `prod`: real
 * database, its clock, and messages kept in arrays instead of queues.
 */
export function createChartPipeline(
  db: Db & Pick<ClockedDb, "clock">,
  connector: StoreConnector,
  overrides: ChartPipelineOverrides = {},
) {
  const { settings: change, queues, ...given } = overrides;
  const { platform } = connector;
  const delivery = createDelivery(db.clock);
  const measured: Parameters<Measure>[] = [];
  const settings = prodSettings(change);
  const ports = {
    db,
    log: silentLog,
    measure: ((...figure) => void measured.push(figure)) satisfies Measure,
    now: db.clock.now,
    random: () => 0.5,
    newId: randomUUID,
    sleep: (ms: number) => db.clock.moveTo(db.clock.ms() + ms),
    countries,
    categories,
    connect: () => connector,
    ...given,
    queues: { ...delivery.queues, ...queues },
  };
  const wired = wirePipeline(ports, settings);

  return {
    ports,
    settings,
    sent: delivery.charts,
    identifications: delivery.identifications,
    publishers: delivery.publishers,
    keywords: delivery.keywords,
    measured,
    consume: wired.consumeChart,
    deliver: (message: ChartQueueMessage) => wired.consumeChart(message, { remainingMs: () => 90_000 }),
    /** Sweeps both platforms. Returns what is logged of this one. */
    resend: async () => {
      let resent: object | undefined;
      const info: Log["info"] = (event, fields) => {
        ports.log.info(event, fields);
        if (event === "chart.resend.completed" && fields.platform === platform) resent = fields;
      };
      await wirePipeline({ ...ports, log: { ...ports.log, info } }, settings).resendCharts({ correlationId: "resend" });
      return resent;
    },
    startDay: () => wired.startDailyCharts(platform, { correlationId: "day" }),
  };
}

export type ChartPipeline = ReturnType<typeof createChartPipeline>;

/** Moves the clock, deletes all charts and apps, and creates the partitions of the days of these tests. */
export async function emptyCharts(db: ClockedDb, at: Date = NOW): Promise<void> {
  await db.clock.moveTo(at.getTime());
  await createMissingPartitions(db, NOW);
  await emptyTables(
    db,
    chartDays,
    trendingCharts,
    trendingChartEntries,
    chartFetches,
    rankReports,
    apps,
    publishers,
    storeBudgets,
    unidentifiedApps,
  );
  await db.execute(sql`UPDATE chart_slots
    SET next_planned_at = now(), next_requested_at = now(), bad_pages = 0, pages_blocked_until = NULL`);
}

let count = 0;

export function chartEntry(overrides: Partial<ChartEntry> = {}): ChartEntry {
  count += 1;
  return {
    ...fakeHit(`chart.app.${count}`),
    rank: 1,
    name: `App ${count}`,
    publisher_external_id: `publisher-${count}`,
    publisher_name: `Publisher ${count}`,
    icon_url: "https://images.example/icon.png",
    price: 0,
    currency: "USD",
    ...overrides,
  };
}

/** Returns this many apps in the order of their ranks. */
export const chartOf = (size: number): ChartEntry[] =>
  Array.from({ length: size }, (_, index) => chartEntry({ rank: index + 1 }));

/** A database without charts, with an App Store that has none and its pipeline. */
export async function createEmptyCharts(db: ClockedDb, overrides: ChartPipelineOverrides = {}) {
  await emptyCharts(db);
  const store = createFakeStore("ios");
  store.emptyCharts();
  return { db, store, pipeline: createChartPipeline(db, store, overrides) };
}
