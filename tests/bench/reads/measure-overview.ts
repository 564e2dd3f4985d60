import { databaseOf, openClient } from "../../../db/client.ts";
import { handler as showOverview } from "../../../functions/apps/show-overview.ts";
import { handler as showRatingHistory } from "../../../functions/ratings/show-rating-history.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { createLogger } from "../../../lib/runtime/log.ts";
import { createCaller } from "../../support/api.ts";
import { httpApiEvent, lambdaContext } from "../../support/requests.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { processorTimeOf } from "../measuring/processor-time.ts";
import { median } from "../measuring/typical.ts";
import { fillOverview } from "./fill-overview.ts";

/**
 * What GET /apps/{platform}/{external_id}/overview takes for an app in six charts, with an event a day, whose ratings
 * change in a third of 111 storefronts each day, and for one whose ratings change in all of them. The time of the
 * server's processor says what it would take on a machine with nothing else to do.
 */
const TODAY = "2026-03-31";
const RUNS = 60;
/** PostgreSQL keeps a plan of a prepared statement after five runs. */
const WARM_UP_RUNS = 10;
const TARGET_MS = 25;

const paths = [
  "1/overview",
  "1/overview?country_code=us",
  "1/overview?days=366",
  "1/overview?rivals=2,3,4,5,6,7,8,9,10,11",
  "1/ratings/history?days=90",
  "2/overview",
  "2/ratings/history?days=90",
];

await withPostgres({ shared_buffers: "512MB", max_wal_size: "4GB" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("overview")), max: 1 }, null);
  const caller = await createCaller(testDatabaseOver(client));
  await fillOverview(client, caller.user.id, TODAY);
  const now = () => new Date(`${TODAY}T12:00:00Z`);
  const deps = {
    db: databaseOf(client),
    log: createLogger({ STAGE: "bench", LOG_LEVEL: "INFO" }),
    now,
    requestsPerMinute: 1_000_000,
    dayAllowances: prod.api.dayAllowances,
    registration: "open",
  } as const;
  const overview = showOverview.using(() => deps);
  const history = showRatingHistory.using(() => deps);
  const processorTime = await processorTimeOf(client);

  console.error(`${RUNS} runs; the target of 1/overview is a median of ${TARGET_MS} ms`);
  for (const path of paths) {
    const params = { platform: "ios", external_id: path.slice(0, 1) };
    const event = httpApiEvent({ method: "GET", path: `/api/v1/apps/ios/${path}`, token: caller.token }, params);
    const lambda = path.includes("/overview") ? overview : history;
    const read = async () => {
      const startedAt = performance.now();
      const { statusCode } = await lambda(event, lambdaContext);
      if (statusCode !== 200) throw new Error(`GET ${path} returned ${statusCode}.`);
      return performance.now() - startedAt;
    };
    console.error(`${path.padEnd(42)} ${await measure(read, processorTime)}`);
  }
  await client.end();
});

async function measure(read: () => Promise<number>, processorTime: () => Promise<number | null>): Promise<string> {
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await read();
  const before = await processorTime();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await read());
  const after = await processorTime();
  const server =
    before === null || after === null ? "" : `, ${((after - before) / RUNS).toFixed(1)} of the server's processor`;
  return `${median(times).toFixed(1).padStart(6)} ms${server}`;
}
