import { sql } from "drizzle-orm";
import * as z from "zod";

import { local } from "../../../infra/aws/local-stages.ts";
import { connectStores } from "../../../infra/local/pipeline/connect-stores.ts";
import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { platformSchema } from "../../../lib/domain/platform.ts";
import { createPipeline, syncAgain } from "../../support/pipeline.ts";
import { silentLog } from "../../support/silent-log.ts";
import { wholeSyncs } from "../../support/stage-settings.ts";
import { type Comparison, compareStored } from "./compare.ts";
import type { OpenedDatabase } from "./open-database.ts";

const appsSchema = z.array(z.object({ id: z.int(), platform: platformSchema(), externalId: z.string() }));

/**
 * Reads some followed apps from stores without limits by whole syncs, as users request them. Returns the differences
 * between these rows and the rows that another database had at that time.
 */
export async function compareWithWholeSyncs(
  { db, clock }: Pick<OpenedDatabase, "db" | "clock">,
  { simulator, stored, count }: { simulator: StoreSimulator; stored: OpenedDatabase["db"]; count: number },
): Promise<Comparison> {
  const rows = await db.execute(sql`
    SELECT id, platform, external_id AS "externalId" FROM (
      SELECT *, row_number() OVER (PARTITION BY platform ORDER BY (id * 7919) % 1009, id) AS place
      FROM apps WHERE id IN (SELECT app_id FROM tracked_apps)) apps
    ORDER BY place, platform LIMIT ${count}`);
  const apps = appsSchema.parse([...rows]);
  const pipelineOf = (platform: "ios" | "android") => {
    const connect = connectStores({ db, clock, log: silentLog, simulator, stores: local.stores, random: () => 0.5 });
    // It looks again at a storefront without the app on the next day.
    const settings = { ...wholeSyncs, sync: { availabilityRecheckDays: 1 } };
    return createPipeline(
      Object.assign(db, { clock }),
      connect(platform, async () => 0),
      { settings },
    );
  };
  const pipelines = { ios: pipelineOf("ios"), android: pipelineOf("android") };
  for (const { id, platform } of apps) await syncAgain(pipelines[platform], id, "on_demand");
  const externalIds = apps.map(({ externalId }) => externalId);
  return compareStored(stored, db, externalIds);
}
