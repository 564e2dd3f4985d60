import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

import { get } from "./store-seams.ts";

let simulator: StoreSimulator;
let appId: string;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 41, appsPerStore: 100, publishersPerStore: 20 });
  appId = simulator.catalogue.apps("ios").find((app) => app.on(0).isAvailable("us"))?.externalId ?? "";
});
afterEach(() => simulator.faults.clear());
afterAll(() => simulator.stop());

const lookup = (country = "us") => get(simulator, "itunes.apple.com", `/lookup?id=${appId}&country=${country}`);

describe("a fault", () => {
  it.each([403, 404, 429, 500, 503])("returns status %i with its headers and body", async (status) => {
    simulator.faults.add({ respond: { status, headers: { "retry-after": "7" }, body: "no" } });
    const response = await lookup();

    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.text()).toBe("no");
  });

  it("only delays when it has no response", async () => {
    simulator.faults.add({ latencyMs: 80 });
    const started = performance.now();

    expect((await lookup()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
  });

  it("ends after its number of times", async () => {
    simulator.faults.add({ times: 2, respond: { status: 503 } });
    const statuses = [await lookup(), await lookup(), await lookup()].map(({ status }) => status);

    expect(statuses).toEqual([503, 503, 200]);
  });

  it("ends when its handle removes it, and has counted its hits", async () => {
    const fault = simulator.faults.add({ respond: { status: 503 } });
    await lookup();
    fault.remove();

    expect((await lookup()).status).toBe(200);
    expect(fault.hits()).toBe(1);
  });

  it("takes its share of the requests, the same ones for the same seed", async () => {
    simulator.faults.add({ probability: 0.5, respond: { status: 503 } });
    const statuses = [];
    for (let request = 0; request < 60; request += 1) statuses.push((await lookup()).status);
    const failed = statuses.filter((status) => status === 503).length;

    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
  });

  it.each([
    [{ host: "itunes.apple.com" }, true],
    [{ host: "apps.apple.com" }, false],
    [{ path: "/lookup" }, true],
    [{ path: /country=us/ }, true],
    [{ path: /country=de/ }, false],
    [{ kind: "lookup", country: "us", platform: "ios" } as const, true],
    [{ kind: "details" } as const, false],
    [{ country: "de" }, false],
    [{ language: "de" }, false],
    [{ appId: "1" }, false],
  ])("with match %o takes an iOS lookup in the United States: %s", async (match, isTaken) => {
    simulator.faults.add({ match, respond: { status: 418 } });

    expect((await lookup()).status).toBe(isTaken ? 418 : 200);
  });

  it("added last goes before the others", async () => {
    simulator.faults.add({ respond: { status: 500 } });
    simulator.faults.add({ match: { country: "us" }, respond: { status: 429 } });

    expect([(await lookup("us")).status, (await lookup("de")).status]).toEqual([429, 500]);
  });
});
