import { describe, expect, it } from "vitest";

import { Problem } from "../../web/client/problem.ts";
import { type PastedApp, parsePasted } from "../../web/screens/find/parse-pasted.ts";
import { type PastedOutcome, trackPasted } from "../../web/screens/find/track-pasted.ts";

type Respond = (operation: string, input: object) => unknown;

/** Runs a list against a service that responds as given. */
async function run(text: string, respond: Respond) {
  const calls: string[] = [];
  const waits: number[] = [];
  const outcomes = new Map<string, PastedOutcome>();
  let [open, mostOpen] = [0, 0];
  const call = async (operation: string, input: object) => {
    calls.push(operation);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    await Promise.resolve();
    open -= 1;
    return respond(operation, input);
  };
  await trackPasted(
    {
      // The fake takes any operation, as the real one does.
      call: call as Parameters<typeof trackPasted>[0]["call"],
      wait: async (seconds) => void waits.push(seconds),
      signal: new AbortController().signal,
      onOutcome: ({ externalId }: PastedApp, outcome) => void outcomes.set(externalId, outcome),
    },
    parsePasted(text).apps,
  );
  return { calls, waits, mostOpen, outcomes: Object.fromEntries(outcomes) };
}

const fail = (status: number, retryAfterSeconds?: number) => {
  throw new Problem(status, `status ${status}`, { retryAfterSeconds });
};

describe("tracking a pasted list", () => {
  it("tracks a known app without a search", async () => {
    const { calls, outcomes } = await run("1234567890", () => undefined);

    expect(calls).toEqual(["trackApp"]);
    expect(outcomes).toEqual({ "1234567890": { state: "tracked" } });
  });

  it("searches for an unknown app by the name in its address, and tracks what it finds", async () => {
    let isKnown = false;
    const { calls, outcomes } = await run(
      "https://apps.apple.com/de/app/some-name/id1234567890",
      (operation, input) => {
        if (operation === "trackApp") return isKnown ? undefined : fail(404);
        expect(input).toEqual({ query: { platform: "ios", term: "some name", country_code: "de" } });
        isKnown = true;
        return { data: [{ external_id: "1234567890", name: "Some Name" }] };
      },
    );

    expect(calls).toEqual(["trackApp", "searchApps", "trackApp"]);
    expect(outcomes).toEqual({ "1234567890": { state: "found", name: "Some Name" } });
  });

  it("names an app that no search finds", async () => {
    const { outcomes } = await run("com.example.weather 1234567890", (operation) =>
      operation === "trackApp" ? fail(404) : { data: [{ external_id: "com.other" }] },
    );

    expect(outcomes).toEqual({
      "com.example.weather": { state: "not_found", searched: "example weather" },
      "1234567890": { state: "not_found", searched: undefined },
    });
  });

  it("waits as long as a 429 says, and goes on", async () => {
    let rejections = 1;
    const { waits, outcomes } = await run("1234567890", () => (rejections-- > 0 ? fail(429, 7) : undefined));

    expect(waits).toEqual([7]);
    expect(outcomes).toEqual({ "1234567890": { state: "tracked" } });
  });

  it("reports an app that failed, and goes on with the others, ten at a time", async () => {
    const ids = Array.from({ length: 25 }, (_, index) => String(1_000_000 + index));
    const { mostOpen, outcomes } = await run(ids.join("\n"), (_, input) =>
      JSON.stringify(input).includes("1000003") ? fail(503) : undefined,
    );

    expect(mostOpen).toBe(10);
    expect(outcomes["1000003"]).toEqual({ state: "failed", detail: "status 503" });
    expect(Object.values(outcomes).filter(({ state }) => state === "tracked")).toHaveLength(24);
  });
});
