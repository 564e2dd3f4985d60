import { openClient } from "../../db/client.ts";
import { countries } from "../../db/seeds/countries.ts";
import { installClock } from "../../infra/local/pipeline/virtual-clock.ts";
import { createSweepWorld, DAY_MS, noonMs, sweepDay } from "../support/sweep-world.ts";
import { testDatabaseOver } from "../support/test-connection.ts";
import { withPostgres } from "./measuring/bench-database.ts";
import { recordFigure } from "./measuring/figures.ts";
import { listWal, measureWal, type Wal } from "./measuring/measure-wal.ts";

/**
 * `npm run bench -- sweeps [apps]`: the WAL of two days of sweeps of synced apps by a simulated store. The first writes
 * all metrics, and the second finds what the first has found. No sync runs beside them.
 */
const APPS = 600;
const apps = Number(process.argv[3] ?? APPS);

/** The clock of the bench moves in this table, whose writes are no part of a sweep. */
const CLOCK_TABLE = "instant";

await withPostgres({ full_page_writes: "on", max_wal_size: "8GB", autovacuum: "off" }, async (createMigrated) => {
  const connection = await createMigrated("sweeps");
  const clock = await installClock(connection, noonMs);
  const client = openClient({ ...connection, max: 5 }, null);
  const db = Object.assign(testDatabaseOver(client), { clock });
  const { pipeline } = await createSweepWorld(db, { apps, countries });
  await client`UPDATE apps SET last_synced_at = now()`;
  await client`VACUUM ANALYZE`;

  const first = await measureWal(client, () => sweepDay(pipeline));
  await clock.moveTo(clock.ms() + DAY_MS);
  const unchanged = await measureWal(client, () => sweepDay(pipeline));
  console.log(`the first day of ${apps} apps: ${listWal(first)}\n`);
  console.log(`a day that finds nothing changed: ${listWal(unchanged)}`);
  if (apps === APPS) recordFigure("WAL of an unchanged day of sweeps", bytesOfService(unchanged) / 1e6);
  await Promise.all([client.end(), clock.stop()]);
});

function bytesOfService({ all, relations }: Wal): number {
  return all - (relations.find(({ name }) => name === CLOCK_TABLE)?.bytes ?? 0);
}
