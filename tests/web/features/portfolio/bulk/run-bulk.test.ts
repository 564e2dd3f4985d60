import { describe, expect, it } from "vitest";

import { createPace } from "../../../../../web/client/pace.ts";
import { Problem } from "../../../../../web/client/problem.ts";
import { runBulk } from "../../../../../web/features/portfolio/bulk/run-bulk.ts";

const clock = { now: () => 0, wait: async () => {} };
const made = (send: (app: string) => Promise<unknown>, signal = new AbortController().signal) => ({
  send,
  signal,
  pace: createPace(clock),
  onProgress: () => {},
});

describe("an action for several apps", () => {
  it("goes on after the failure of one of them, and names it", async () => {
    const send = async (app: string) => {
      if (app === "b") throw new Problem(409, "A sync is under way.");
    };
    expect(await runBulk(["a", "b", "c"], made(send))).toEqual({
      done: ["a", "c"],
      failed: [{ app: "b", detail: "A sync is under way." }],
      left: [],
    });
  });

  it("ends at a daily limit, and says for which apps nothing was sent", async () => {
    const sent: string[] = [];
    const send = async (app: string) => {
      if (sent.length === 1) throw new Problem(429, "The limit of 30 is reached.", { retryAfterSeconds: 30_000 });
      sent.push(app);
    };
    expect(await runBulk(["a", "b", "c"], made(send))).toEqual({
      done: ["a"],
      failed: [],
      left: ["b", "c"],
      reason: "The limit of 30 is reached.",
    });
  });

  it("ends when the reader cancels it", async () => {
    const stop = new AbortController();
    const send = async () => stop.abort();
    expect(await runBulk(["a", "b"], made(send, stop.signal))).toEqual({ done: ["a"], failed: [], left: ["b"] });
  });
});
