import { describe, it } from "vitest";
import { useClockedDatabase } from "../support/database.ts";
import { createSyncWorld } from "../support/pipeline.ts";
const database = useClockedDatabase();
describe("debug", () => {
  it("traces", { timeout: 100_000 }, async () => {
    const { db } = database();
    const world = await createSyncWorld(db, { platform: (process.env.DBG_PLATFORM ?? "ios") as "ios" });
    const { pipeline } = world;
    const t0 = pipeline.clock.ms();
    await pipeline.start(world.app.id, (process.env.DBG_PURPOSE ?? "on_demand") as "on_demand");
    const lines: string[] = [];
    for (let i = 0; i < Number(process.env.DBG_MAX ?? 300); i += 1) {
      const d = await pipeline.deliverNext();
      if (d === undefined) break;
      const m = d.message as Record<string, unknown>;
      lines.push(`${((pipeline.clock.ms() - t0) / 1000).toFixed(1)} ${String(m.phase ?? `${m.kind} ${m.countryCode ?? ""}`)} ${d.outcome}`);
    }
    console.log(lines.join("\n"));
  });
});
