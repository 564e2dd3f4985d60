import { describe, expect, it } from "vitest";

import { createPace } from "../../../web/client/pace.ts";
import { Problem } from "../../../web/client/problem.ts";

/** Returns a pace whose clock advances only while it waits, and its waits in milliseconds. */
function madePace() {
  let nowMs = 0;
  const waits: number[] = [];
  const pace = createPace({
    now: () => nowMs,
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
      nowMs += ms;
    },
  });
  return { pace, waits };
}

const { signal } = new AbortController();
const limited = (retryAfterSeconds: number) => new Problem(429, "Too many requests.", { retryAfterSeconds });

describe("the pace of many requests", () => {
  it("is at most 40 requests in any minute", async () => {
    const { pace, waits } = madePace();
    for (let sent = 0; sent < 100; sent += 1) await pace.send(async () => sent, signal);
    expect(waits).toEqual([60_000, 60_000]);
  });

  it("repeats a request after the wait that its response names, three times in all", async () => {
    const { pace, waits } = madePace();
    let tries = 0;
    const failing = async () => {
      tries += 1;
      throw limited(12);
    };
    await expect(pace.send(failing, signal)).rejects.toThrow("Too many requests.");
    expect([tries, waits]).toEqual([3, [12_000, 12_000]]);
  });

  it("throws at once what a wait of seconds does not solve", async () => {
    const { pace, waits } = madePace();
    await expect(pace.send(() => Promise.reject(limited(40_000)), signal)).rejects.toThrow("Too many requests.");
    await expect(pace.send(() => Promise.reject(new Problem(404, "Not found.")), signal)).rejects.toThrow("Not found.");
    expect(waits).toEqual([]);
  });

  it("ends when it is cancelled", async () => {
    const { pace } = madePace();
    await expect(pace.send(async () => 1, AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
  });
});
