/** What requests leave in the memory of the local host: the heap after collection, every this many requests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { local } from "../../infra/aws/local-stages.ts";
import { startHost } from "../../infra/local/start-host.ts";
import { register } from "../e2e/fixtures/call-api.ts";
import { collectGarbage } from "../support/collect-garbage.ts";

const REQUESTS = 24_000;
const REQUESTS_A_REPORT = 6_000;
const WARM_UP = 1_000;
const CLIENTS = 8;
const REQUEST_MS_MAX = 30_000;
const HEAP_GROWTH_MB_MAX = 20;

const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-memory-"));
const host = await startHost({ dataDir, stage: { ...local, api: { ...local.api, rateLimitPerMinute: 100_000 } } });
const authorization = `Bearer ${await register(host.url)}`;

async function request(count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const signal = AbortSignal.timeout(REQUEST_MS_MAX);
      const response = await fetch(`${host.url}/api/v1/countries`, { headers: { authorization }, signal });
      if (!response.ok) throw new Error(`GET /countries responded ${response.status}`);
      await response.text();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

await request(WARM_UP);
const before = heapMb();
console.log(`heap after ${WARM_UP} requests: ${before.toFixed(1)} MB`);
let growth = 0;
for (let sent = REQUESTS_A_REPORT; sent <= REQUESTS; sent += REQUESTS_A_REPORT) {
  await request(REQUESTS_A_REPORT);
  growth = heapMb() - before;
  console.log(`after ${sent} more: ${growth >= 0 ? "+" : ""}${growth.toFixed(1)} MB`);
}
await host.stop();
await rm(dataDir, { recursive: true, force: true });
console.log(`${growth <= HEAP_GROWTH_MB_MAX ? "within" : "beyond"} ${HEAP_GROWTH_MB_MAX} MB`);
process.exit(growth <= HEAP_GROWTH_MB_MAX ? 0 : 1);
