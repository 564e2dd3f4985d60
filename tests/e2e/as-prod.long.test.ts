import { describe, expect, it } from "vitest";
import * as z from "zod";

import { storeBudgets } from "../../db/schema/stores.ts";
import { prodOnOneMachine } from "../../infra/aws/local-stages.ts";
import { prod } from "../../infra/aws/stages.ts";
import { DATABASE_NAME } from "../../infra/local/database.ts";
import { startHost } from "../../infra/local/start-host.ts";
import { connectForTest } from "../support/test-connection.ts";
import { callApi, register } from "./fixtures/call-api.ts";
import { useHost } from "./fixtures/use-host.ts";

const foundSchema = z.array(z.object({ external_id: z.string(), name: z.string() }));

describe("npm start -- --as prod", () => {
  const { host } = useHost((dataDir) => startHost({ dataDir, as: "prod" }));
  const usedBuckets = async () => {
    const { host: address, port, username, password } = host().postgres;
    const connection = connectForTest({ host: address, port, username, password, database: DATABASE_NAME, max: 1 });
    const rows = await connection.db.select({ bucket: storeBudgets.bucket }).from(storeBudgets);
    await connection.end();
    return rows.map(({ bucket }) => bucket);
  };

  it("runs the stage prod but for its database", () => {
    expect(prodOnOneMachine).toEqual({ ...prod, database: expect.anything(), encryption: "aws_managed" });
    expect(host().functionNames).toContain("visit-api");
  });

  it("has the canary create its account by an operation, and visit the API", async () => {
    // In one hour of the day it searches both stores, which begin beside the charts of the day.
    await expect
      .poll(async () => (await host().invoke("visit-api", {})).ok, { timeout: 120_000, interval: 5_000 })
      .toBe(true);
  });

  it("searches within prod's budgets, and describes the apps it finds", async () => {
    const call = callApi(host().url, await register(host().url));

    const search = () => call("GET", "/apps/search?platform=ios&term=weather");

    // The first one waits for a scraper that starts beside those of the day's charts.
    await expect.poll(async () => (await search()).status, { timeout: 120_000, interval: 2_000 }).toBe(200);

    expect(foundSchema.parse((await search()).data).length).toBeGreaterThan(0);
    expect(await usedBuckets()).toEqual(
      expect.arrayContaining(["itunes.apple.com", "itunes.apple.com:users", "itunes_lookup", "itunes_search"]),
    );
  });

  it("allows 60 requests a minute", async () => {
    const call = callApi(host().url, await register(host().url));
    const statuses: number[] = [];
    for (let request = 0; request < 61; request += 1) statuses.push((await call("GET", "/countries")).status);

    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  it("does not serve the documentation", async () => {
    expect((await fetch(`${host().url}/api/documentation`)).status).toBe(404);
  });
});
