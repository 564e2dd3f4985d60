import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { rateLimitSchema } from "../../../infra/store-simulator/limits/rate-limit.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

import { get } from "./store-seams.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

let simulator: StoreSimulator;
let now = START;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 79, appsPerStore: 50, publishersPerStore: 5, now: () => now });
  return () => simulator.stop();
});
beforeEach(() => {
  now = START;
});
afterEach(() => {
  simulator.limits.clear();
  simulator.faults.clear();
  simulator.requests.clear();
});

async function control(method: string, body?: z.input<typeof rateLimitSchema>) {
  const response = await fetch(`${simulator.url}/__simulator/limits`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const send = (host = "itunes.apple.com", path = "/lookup?id=1&country=us") => get(simulator, host, path);

/** The statuses of this many requests, one after the other. */
async function statuses(count: number, host?: string, path?: string): Promise<readonly number[]> {
  const received: number[] = [];
  for (let request = 0; request < count; request += 1) received.push((await send(host, path)).status);
  return received;
}

describe("a limit a minute", () => {
  it("serves so many requests in any minute, and returns 429 with Retry-After to the others", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 3 });
    expect(await statuses(2)).toEqual([200, 200]);
    now += 40 * SECOND_MS;
    expect(await statuses(2)).toEqual([200, 429]);
    now += 20 * SECOND_MS;
    expect(await statuses(3)).toEqual([200, 200, 429]);

    const rejected = await send();
    expect(rejected.headers.get("retry-after")).toBe("30");
    expect(await rejected.text()).toBe("Rate limit has been exceeded for: itunes-apple-com|general");
  });

  it("counts all kinds of requests to its host, and none to others", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 2 });
    const chart = "/us/rss/topfreeapplications/limit=5/json";

    expect(await statuses(1, "itunes.apple.com", chart)).toEqual([200]);
    expect(await statuses(2)).toEqual([200, 429]);
    expect(await statuses(1, "itunes.apple.com", chart)).toEqual([429]);
    expect(await statuses(3, "apps.apple.com", "/us/app/id1")).toEqual([404, 404, 404]);
  });

  it("counts what a cache serves", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 2 });

    expect(await statuses(3, "itunes.apple.com", "/lookup?id=2")).toEqual([200, 200, 429]);
    expect(simulator.requests.list().map(({ isCached }) => isCached)).toEqual([false, true, false]);
  });
});

describe("a limit an hour", () => {
  const limit = { host: "play.google.com", perHour: 3, forbiddenMinutes: 10 };
  const sent = (count: number) => statuses(count, "play.google.com", "/store/apps/details?id=com.none&hl=en&gl=us");

  it("returns an empty 403 above it", async () => {
    await control("PUT", limit);
    await sent(3);
    const rejected = await send("play.google.com", "/store/apps/details?id=com.none&hl=en&gl=us");

    expect([rejected.status, await rejected.text(), rejected.headers.get("retry-after")]).toEqual([403, "", null]);
  });

  it("ends when its minutes have passed without a request", async () => {
    await control("PUT", limit);
    expect(await sent(4)).toEqual([404, 404, 404, 403]);
    now += 10 * MINUTE_MS;

    expect(await sent(4)).toEqual([404, 404, 404, 403]);
  });

  it("is prolonged by each request meanwhile", async () => {
    await control("PUT", limit);
    await sent(4);
    now += 9 * MINUTE_MS;
    expect(await sent(1)).toEqual([403]);
    now += 9 * MINUTE_MS;
    expect(await sent(1)).toEqual([403]);
    now += 10 * MINUTE_MS;

    expect(await sent(1)).toEqual([404]);
  });

  it("counts requests that the limit a minute rejects", async () => {
    await control("PUT", { ...limit, perMinute: 1 });

    expect(await sent(4)).toEqual([404, 429, 429, 403]);
  });
});

describe("limits", () => {
  it("have all of their times divided by one factor", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 1, perHour: 4, forbiddenMinutes: 10, timeFactor: 60 });
    expect(await statuses(2)).toEqual([200, 429]);
    expect((await send()).headers.get("retry-after")).toBe("1");
    now += SECOND_MS;
    expect(await statuses(2)).toEqual([200, 403]);
    now += 10 * SECOND_MS;
    expect(await statuses(1)).toEqual([200]);
    now += MINUTE_MS;
    expect(await statuses(1)).toEqual([200]);
  });

  it("are shown by the control alone", async () => {
    await control("PUT", { host: "itunes.apple.com", perHour: 1 });
    const { headers } = await send();
    await send();

    expect([...headers.keys()].filter((name) => /limit|remaining|quota/.test(name))).toEqual([]);
    expect(await control("GET")).toEqual({
      limits: [
        {
          host: "itunes.apple.com",
          perHour: 1,
          forbiddenMinutes: 30,
          timeFactor: 1,
          forbiddenUntil: START + 30 * MINUTE_MS,
        },
      ],
    });
  });

  it("end when they are deleted, and count anew when they are set", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 1 });
    await statuses(2);
    await control("PUT", { host: "itunes.apple.com", perMinute: 1 });
    expect(await statuses(2)).toEqual([200, 429]);
    await control("DELETE");

    expect(await statuses(3)).toEqual([200, 200, 200]);
  });

  it("come before faults, which apply to what is served", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 1 });
    await statuses(1);
    const fault = simulator.faults.add({ respond: { status: 500 } });
    await statuses(1);

    expect(fault.hits()).toBe(0);
  });

  it("are named in the log", async () => {
    await control("PUT", { host: "itunes.apple.com", perMinute: 1, perHour: 2 });
    await statuses(3);

    expect(simulator.requests.list().map(({ status, fault }) => [status, fault])).toEqual([
      [200, null],
      [429, "rate_per_minute"],
      [403, "rate_per_hour"],
    ]);
  });
});
