import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  type StoreSimulator,
  startStoreSimulator,
  UNRESOLVABLE_URL,
} from "../../../infra/store-simulator/simulator.ts";

import { exchangeRaw } from "./raw-exchange.ts";
import { get } from "./store-seams.ts";

const FLOODED_CLIENTS = 15;
const MEGABYTE = 1_000_000;

let simulator: StoreSimulator;
const chart = { host: "itunes.apple.com", path: "/us/rss/topfreeapplications/limit=5/json" };
const getChart = () => get(simulator, chart.host, chart.path);

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 67, appsPerStore: 100, publishersPerStore: 20 });
});
afterAll(() => simulator.stop());

describe("the simulator", () => {
  it("rejects connections until it accepts them again, at the same address", async () => {
    await getChart();
    await simulator.reject();
    await expect(getChart()).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await simulator.accept();

    expect((await getChart()).status).toBe(200);
  });

  it("rejects connections for as long as another process requests", async () => {
    const response = await fetch(`${simulator.url}/__simulator/outage`, {
      method: "POST",
      body: '{"milliseconds": 2000}',
    });
    expect(response.status).toBe(200);
    const outcome = () =>
      getChart().then(
        ({ status }) => status,
        (error: { readonly cause: { readonly code: string } }) => error.cause.code,
      );
    await expect.poll(outcome).toBe("ECONNREFUSED");
    await expect.poll(outcome).toBe(200);
  });

  it("provides an address that no resolver finds", async () => {
    await expect(fetch(UNRESOLVABLE_URL, { signal: AbortSignal.timeout(5_000) })).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) },
    });
  });

  it("spoils only the nth request of a kind", async () => {
    const { host, path } = chart;
    simulator.faults.add({ match: { kind: "chart", country: "us" }, attempt: 2, respond: "unavailable" });
    await get(simulator, "play.google.com", "/store/search?q=notes");
    const statuses = [
      await getChart(),
      await get(simulator, host, path.replace("us", "de")),
      await getChart(),
      await getChart(),
    ];
    simulator.faults.clear();

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 503, 200]);
  });

  it("sends floods no faster than clients read them, and stops at once during them", async () => {
    const flooded = await startStoreSimulator({ seed: 67, appsPerStore: 100, publishersPerStore: 20 });
    const before = process.memoryUsage().rss;
    const clients: Promise<Response>[] = [];
    for (const kind of ["padded_to_200_mb", "gzip_bomb", "endless_chunks", "slow_body", "stall", "timeout"] as const) {
      flooded.faults.clear();
      flooded.faults.add({ respond: kind });
      const requests = Array.from({ length: FLOODED_CLIENTS }, () => get(flooded, chart.host, chart.path));
      clients.push(...requests);
      await Promise.race([Promise.all(requests), new Promise((resolve) => setTimeout(resolve, 300))]);
    }
    const grown = process.memoryUsage().rss - before;
    // None of these responses ends by itself within the time that a test has.
    await flooded.stop();

    expect(grown / MEGABYTE).toBeLessThan(150);
    await Promise.allSettled(clients.map(async (client) => (await client).body?.cancel()));
  });

  it("goes on responding when clients leave in the middle of a flood", async () => {
    simulator.faults.add({ match: { kind: "chart" }, respond: "endless_chunks" });
    await Promise.all(Array.from({ length: 20 }, () => exchangeRaw(simulator, chart, { bytesMax: 100_000 })));
    simulator.faults.clear();

    expect((await getChart()).status).toBe(200);
  });
});
