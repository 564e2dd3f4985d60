import { describe, expect, it } from "vitest";

import { Problem } from "../../../../web/client/problem.ts";
import { type PastedApp, parsePasted } from "../../../../web/screens/find/parse-pasted.ts";
import { type PastedOutcome, trackPasted } from "../../../../web/screens/find/track-pasted.ts";

type Respond = (operation: string, input: object) => unknown;

/** Runs a list against a service that responds as given. */
async function run(text: string, respond: Respond) {
  const calls: string[] = [];
  const waits: number[] = [];
  const outcomes = new Map<string, PastedOutcome>();
  const open = new Map<string, number>();
  const mostOpen = new Map<string, number>();
  const openOf = (operation: string) => open.get(operation) ?? 0;
  const mostOpenOf = (operation: string) => mostOpen.get(operation) ?? 0;
  const call = async (operation: string, input: object) => {
    calls.push(operation);
    open.set(operation, openOf(operation) + 1);
    mostOpen.set(operation, Math.max(mostOpenOf(operation), openOf(operation)));
    await Promise.resolve();
    open.set(operation, openOf(operation) - 1);
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
  return { calls, waits, mostOpenOf, outcomes: Object.fromEntries(outcomes) };
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

  it.each([429, 503])("waits as long as a %i says, and goes on", async (status) => {
    let rejections = 1;
    const { waits, outcomes } = await run("1234567890", () => (rejections-- > 0 ? fail(status, 90) : undefined));

    expect(waits).toEqual([90]);
    expect(outcomes).toEqual({ "1234567890": { state: "tracked" } });
  });

  it("reports an app at once where a store is closed for longer than a reader waits", async () => {
    const { waits, outcomes } = await run("1234567890", () => fail(503, 1_800));

    expect(waits).toEqual([]);
    expect(outcomes).toEqual({ "1234567890": { state: "failed", detail: "status 503" } });
  });

  it("searches for one app after the other", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `com.example.app${index}`);
    const { calls, mostOpenOf, outcomes } = await run(ids.join("\n"), (operation) =>
      operation === "trackApp" ? fail(404) : { data: [] },
    );

    expect(calls.filter((operation) => operation === "searchApps")).toHaveLength(12);
    expect(mostOpenOf("searchApps")).toBe(1);
    expect(Object.values(outcomes).every(({ state }) => state === "not_found")).toBe(true);
  });

  it("reports an app that failed, and goes on with the others, ten at a time", async () => {
    const ids = Array.from({ length: 25 }, (_, index) => String(1_000_000 + index));
    const { mostOpenOf, outcomes } = await run(ids.join("\n"), (_, input) =>
      JSON.stringify(input).includes("1000003") ? fail(503) : undefined,
    );

    expect(mostOpenOf("trackApp")).toBe(10);
    expect(outcomes["1000003"]).toEqual({ state: "failed", detail: "status 503" });
    expect(Object.values(outcomes).filter(({ state }) => state === "tracked")).toHaveLength(24);
  });
});
