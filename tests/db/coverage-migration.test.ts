import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

import { ensureAppRole } from "../../db/app-role.ts";
import { openClient } from "../../db/client.ts";
import { migrate, migrationsFolder } from "../../db/migrate.ts";
import { createTestDatabase } from "../support/database.ts";

const MIGRATION = "partition_coverage.sql";
const now = () => new Date();

it("coverage of a database in use keeps its rows, which the release before reads and writes as before", async () => {
  const { sql, connection, drop } = await createTestDatabase({ template: null });
  const earlier = await earlierMigrations();
  const role = { username: `${connection.database}_app`, password: "local" };
  const before = openClient({ ...connection, ...role, max: 1 });
  const write = (day: string) => before`
    INSERT INTO app_metric_coverage (app_id, day, missing_country_codes) VALUES (1, ${day}, '{us}')
    ON CONFLICT (app_id, day) DO UPDATE SET missing_country_codes = excluded.missing_country_codes`;
  try {
    await migrate({ connection, now, folder: pathToFileURL(`${earlier}/`) });
    await ensureAppRole(connection, role);
    await sql`INSERT INTO apps (platform, external_id) VALUES ('ios', '1')`;
    await sql`INSERT INTO app_metric_coverage (app_id, day) VALUES (1, '2024-02-29'), (1, current_date)`;

    await migrate({ connection, now, outside: "now" });

    await write("2024-02-29");
    const [nextQuarter] = await sql<{ day: string }[]>`SELECT (current_date + interval '3 months')::date::text AS day`;
    await write(nextQuarter?.day ?? "");
    const rows = await before`
      SELECT tableoid = 'app_metric_coverage_first'::regclass AS "isFirst", missing_country_codes::text AS missing
      FROM app_metric_coverage ORDER BY day`;
    expect(rows).toEqual([
      { isFirst: true, missing: "{us}" },
      { isFirst: true, missing: "{}" },
      { isFirst: false, missing: "{us}" },
    ]);
    await sql`DELETE FROM apps`;
    expect(await before`SELECT 1 FROM app_metric_coverage`).toHaveLength(0);
  } finally {
    await before.end({ timeout: 5 });
    await sql.unsafe(`DROP OWNED BY "${role.username}"; DROP ROLE "${role.username}"`).simple();
    await rm(earlier, { recursive: true });
    await drop();
  }
});

/** Returns a folder with the migrations before this one. */
async function earlierMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "earlier-migrations-"));
  const names = (await readdir(migrationsFolder)).toSorted();
  const place = names.findIndex((name) => name.endsWith(MIGRATION));
  for (const name of names.slice(0, place)) await cp(new URL(name, migrationsFolder), join(folder, name));
  return folder;
}
