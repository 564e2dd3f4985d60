import { sql } from "drizzle-orm";

import { type ChartCollection, chartFetchRules } from "../../../lib/domain/chart.ts";
import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import type { ChartEntry, PageChart } from "../../../lib/stores/records.ts";
import { chartEntry, YESTERDAY } from "../../support/chart-pipeline.ts";
import { categoryIdOf, planChart } from "../../support/charts.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { CHART_SIZE } from "./stored-charts.ts";
import type { ChartWorld } from "./world.ts";

export type Scenario = {
  readonly name: string;
  /** Default: the morning of the chart's day. */
  readonly now?: Date;
  /** Effects that it must have, so that they are disturbed. */
  readonly through: readonly string[];
  /** Happens before any fault. */
  readonly prepare: (world: ChartWorld) => Promise<void>;
  /** Happens with one fault. */
  readonly act: (world: ChartWorld) => Promise<void>;
};

const unknownApps = Array.from({ length: CHART_SIZE }, (_, index) =>
  chartEntry({
    rank: index + 1,
    external_id: `unknown.${index}`,
    publisher_external_id: "new",
    publisher_name: "New Ltd",
  }),
);
const knownApps = unknownApps.map((entry, index) => ({
  ...entry,
  external_id: `known.${index}`,
  publisher_external_id: null,
}));

const request = (collection: ChartCollection) => ({ collection, country: "us", categoryExternalId: null });

/** Saves the apps: one was synced, the others were only found in a list. */
async function makeAppsKnown({ db }: ChartWorld): Promise<void> {
  const { id: publisherId } = await createPublisher(db, { externalId: "old", name: "Old Ltd" });
  const seen = { name: null, discoveredFrom: "on_search", publisherId } as const;
  await createApp(db, { externalId: "known.0", name: "As Synced", lastSyncedAt: new Date("2026-05-01T00:00:00Z") });
  for (const { external_id: externalId } of knownApps.slice(1)) await createApp(db, { ...seen, externalId });
}

const page = { country: "us", categoryExternalId: null } as const;

/** Plans charts of all categories by their page. */
async function planPage(
  { db }: ChartWorld,
  collections: readonly ChartCollection[] = ["top_free", "top_paid"],
): Promise<void> {
  const pageCategoryId = await categoryIdOf(db, "ios", null);
  for (const collection of collections) {
    await planChart(db, { collection }, { isQueued: false, pageCategoryId });
  }
}

function pageChart(collection: PageChart["collection"], entries: readonly ChartEntry[]): PageChart {
  const shown = entries.map(({ rank, external_id, name, icon_url }) => ({ rank, external_id, name, icon_url }));
  return { collection, category_external_id: null, window: 200, entries: shown };
}

const resendAndSettle = async (world: ChartWorld) => {
  await world.resend();
  await world.settle();
};

const fetching = ["send", "claim_chart", "fetchChart"];

export const scenarios: readonly Scenario[] = [
  {
    name: "the charts of a day: of known apps, of unknown ones, and none",
    through: ["plan_charts", ...fetching, "save_charts", "finish_chart"],
    prepare: async (world) => {
      await makeAppsKnown(world);
      world.store.scriptChart(request("top_free"), { found: knownApps });
      world.store.scriptChart(request("top_paid"), { found: unknownApps });
    },
    act: async (world) => {
      await world.startDay();
      await world.settle();
    },
  },
  {
    name: "a chart that the store fails to give at its last two attempts",
    through: [...fetching, "retry_chart", "finish_chart"],
    prepare: async (world) => {
      world.store.scriptChart(request("top_free"), storeFailure("http_5xx"));
      await planChart(world.db, {}, { isQueued: false, attempts: attemptsMax(chartFetchRules) - 2 });
    },
    act: resendAndSettle,
  },
  {
    name: "a chart that a user requests, and that the store gives at the second attempt",
    through: ["find_chart", ...fetching, "retry_chart", "save_charts"],
    prepare: async ({ store }) =>
      store.scriptChart(request("top_free"), storeFailure("timeout"), { found: unknownApps }),
    act: async (world) => {
      await world.show();
      await world.settle();
    },
  },
  {
    name: "a page of two charts, of known apps and of unknown ones",
    through: ["send", "claim_chart", "fetchChartPage", "save_charts"],
    prepare: async (world) => {
      await makeAppsKnown(world);
      await planPage(world);
      world.store.scriptChartPage(page, {
        charts: [pageChart("top_free", knownApps), pageChart("top_paid", unknownApps)],
        missing: [],
      });
    },
    act: resendAndSettle,
  },
  {
    name: "a page that lacks one of its charts",
    through: ["send", "claim_chart", "fetchChartPage", "save_charts", "fetchChart"],
    prepare: async (world) => {
      await planPage(world);
      world.store.scriptChart(request("top_paid"), { found: unknownApps });
      const missing = [{ collection: "top_paid", category_external_id: null }] as const;
      world.store.scriptChartPage(page, { charts: [pageChart("top_free", knownApps)], missing });
    },
    act: resendAndSettle,
  },
  {
    name: "a page that is no page of charts",
    through: ["fetchChartPage", "count_bad_chart_page", "separate_chart", "fetchChart", "save_charts"],
    prepare: async (world) => {
      await planPage(world, ["top_free"]);
      world.store.scriptChart(request("top_free"), { found: unknownApps });
      world.store.scriptChartPage(page, storeFailure("invalid_response"));
    },
    act: resendAndSettle,
  },
  {
    name: "a chart of a store whose budget is spent",
    through: [...fetching, "postpone_chart", "save_charts"],
    prepare: async (world) => {
      world.store.scriptChart(request("top_free"), { found: unknownApps });
      await planChart(world.db, {}, { isQueued: false });
      await world.db.execute(
        sql`INSERT INTO store_budgets (bucket, tokens, refilled_at) VALUES ('itunes_rss', 0, now())`,
      );
    },
    act: resendAndSettle,
  },
  {
    name: "yesterday's chart within its hours of grace",
    now: new Date("2026-05-10T03:00:00Z"),
    through: [...fetching, "save_charts"],
    prepare: async (world) => {
      world.store.scriptChart(request("top_free"), { found: unknownApps });
      await planChart(world.db, { chartDate: YESTERDAY }, { isQueued: false });
    },
    act: resendAndSettle,
  },
  {
    name: "charts whose day is over, one with a message on its way",
    through: ["miss_chart"],
    prepare: async (world) => {
      world.store.scriptChart(request("top_free"), { found: unknownApps });
      const message = await planChart(world.db, { chartDate: YESTERDAY });
      await world.send("charts", [message]);
      await planChart(world.db, { chartDate: YESTERDAY, collection: "top_paid" }, { isQueued: false });
    },
    act: (world) => world.settle(),
  },
];
