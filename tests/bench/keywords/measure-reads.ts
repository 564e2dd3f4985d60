import type postgres from "postgres";

import type { Db } from "../../../db/client.ts";
import { addDays } from "../../../lib/domain/days.ts";
import { type Caller, createApi } from "../../support/api.ts";
import { processorTimeOf } from "../measuring/processor-time.ts";
import { median } from "../measuring/typical.ts";

const RUNS = 40;
/** PostgreSQL keeps a plan of a prepared statement after five runs. */
const WARM_UP_RUNS = 8;
const TARGET_MS = 40;
const SERIES_KEYWORDS = "1,2,3,4,5,6,7,8,9,10";

type Measured = { readonly db: Db; readonly caller: Caller; readonly today: string };

/** Prints what each read of ranks takes. The target is that of a page with trends. */
export async function measureReads(sql: postgres.Sql, { db, caller, today }: Measured): Promise<void> {
  const now = () => new Date(`${today}T12:00:00Z`);
  const api = createApi(db, { now, requestsPerMinute: 1_000_000 });
  const [{ results = 0 } = {}] = await sql<{ results: number }[]>`SELECT count(*)::int AS results FROM keyword_results`;
  const [app] = await sql<{ external_id: string }[]>`SELECT external_id FROM apps ORDER BY id LIMIT 1`;
  const rivals = await sql<{ id: number }[]>`SELECT id FROM apps ORDER BY id OFFSET 1`;
  const appIds = `app_ids=${rivals.map(({ id }) => id).join()}`;
  const ofApp = `/apps/ios/${app?.external_id}`;
  const list = `${ofApp}/tracked-keywords?per_page=100`;
  const series = `${ofApp}/keyword-ranks?keyword_ids=${SERIES_KEYWORDS}&to=${today}`;
  const processorTime = await processorTimeOf(sql);
  console.error(`${results} results, ${RUNS} runs; the target of a page with trends is a median of ${TARGET_MS} ms`);
  const paths = {
    "a page of 100": list,
    "with trends": `${list}&include=trends`,
    "with trends, by change": `${list}&include=trends&sort=change`,
    "with trends, of a day": `${list}&include=trends&date=${addDays(today, -200)}`,
    "ten series of 30 days": `${series}&from=${addDays(today, -29)}`,
    "ten series of 366 days, six apps": `${series}&from=${addDays(today, -365)}&${appIds}`,
    "a comparison of six apps": `${ofApp}/keyword-ranks/compare?per_page=100&${appIds}`,
    gaps: `${ofApp}/keyword-ranks/gaps?per_page=100`,
    "results of a day": `/keywords/1/results?date=${today}`,
  };
  for (const [name, path] of Object.entries(paths)) {
    const read = async () => {
      const startedAt = performance.now();
      const { status } = await api.get(path, caller);
      if (status !== 200) throw new Error(`GET ${path} returned ${status}.`);
      return performance.now() - startedAt;
    };
    for (let run = 0; run < WARM_UP_RUNS; run += 1) await read();
    const before = await processorTime();
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await read());
    const after = await processorTime();
    const server =
      before === null || after === null ? "" : `, ${((after - before) / RUNS).toFixed(1)} of the server's processor`;
    const isOver = name.startsWith("with trends") && median(times) > TARGET_MS ? ": MORE THAN THE TARGET" : "";
    console.error(`    ${name.padEnd(36)} ${median(times).toFixed(1).padStart(6)} ms${server}${isOver}`);
  }
}
