import { sql } from "drizzle-orm";
import * as z from "zod";

import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { platformSchema } from "../../../lib/domain/platform.ts";
import { createPipeline, syncAgain } from "../../support/pipeline.ts";
import { type Comparison, compareStored } from "./compare.ts";
import type { OpenedDatabase } from "./open-database.ts";
import { connectTo } from "./service.ts";

const appsSchema = z.array(z.object({ id: z.int(), platform: platformSchema(), externalId: z.string() }));

/**
 * Reads some apps whole from stores without limits, by syncs as users request them, and returns how what is stored by
 * then in another database differs from that.
 */
export async function compareWithWholeSyncs(
  { db, clock }: Pick<OpenedDatabase, "db" | "clock">,
  { simulator, stored, count }: { simulator: StoreSimulator; stored: OpenedDatabase["db"]; count: number },
): Promise<Comparison> {
  const rows = await db.execute(sql`
    SELECT id, platform, external_id AS "externalId" FROM (
      SELECT *, row_number() OVER (PARTITION BY platform ORDER BY (id * 7919) % 1009, id) AS place FROM apps) apps
    ORDER BY place, platform LIMIT ${count}`);
  const apps = appsSchema.parse([...rows]);
  const pipelineOf = (platform: "ios" | "android") => {
    const connector = connectTo(platform, { clock, simulator, random: () => 0.5 });
    const { settings } = createPipeline(db, connector).deps;
    // It looks again at a storefront without the app on the next day.
    return createPipeline(db, connector, { now: clock.now, settings: { ...settings, availabilityRelookDays: 1 } });
  };
  const pipelines = { ios: pipelineOf("ios"), android: pipelineOf("android") };
  for (const { id, platform } of apps) await syncAgain(pipelines[platform], id, "on_demand");
  const externalIds = apps.map(({ externalId }) => externalId);
  return compareStored(stored, db, externalIds);
}
