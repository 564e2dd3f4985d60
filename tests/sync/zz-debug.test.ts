import { describe, it } from "vitest";
import { useClockedDatabase } from "../support/database.ts";
import { createSoldApp, createSyncWorld } from "../support/pipeline.ts";
const database = useClockedDatabase();
describe("debug", () => {
  it("traces", { timeout: 100_000 }, async () => {
    const { db } = database();
    const platform = (process.env.DBG_PLATFORM ?? "ios") as "ios";
    const world = await createSyncWorld(db, { platform });
    const { pipeline } = world;
    const t0 = pipeline.clock.ms();
    const apps = [world.app];
    for (let i = 1; i < Number(process.env.DBG_APPS ?? 1); i += 1) apps.push(await createSoldApp(db, world.store, { platform }));
    for (const app of apps) await pipeline.start(app.id, (process.env.DBG_PURPOSE ?? "on_demand") as "on_demand");
    const lines: string[] = [];
    for (let i = 0; i < Number(process.env.DBG_MAX ?? 300); i += 1) {
      const d = await pipeline.deliverNext();
      if (d === undefined) break;
      const m = d.message as Record<string, unknown>;
      lines.push(`${((pipeline.clock.ms() - t0) / 1000).toFixed(1)} ${m.appId ?? ""} ${String(m.phase ?? `${m.kind} ${m.countryCode ?? ""}`)} ${d.outcome}`);
    }
    console.log(lines.join("\n"));
  });
});
