import { describe, expect, it } from "vitest";

import { platforms } from "../../../lib/domain/platform.ts";
import { useAuditedDatabase } from "./audit.ts";
import { dumpOf, expectInvariants } from "./invariants.ts";
import { settledSync, type World } from "./world.ts";

const database = useAuditedDatabase();

/** The time that an invocation has left at each look. */
const clocks = [
  { left: "nothing", remainingMs: () => 0 },
  { left: "less than nothing", remainingMs: () => -700 },
  { left: "half a second", remainingMs: () => 500 },
  { left: "ever less", remainingMs: countdown(40_000, 7_300) },
] as const;

describe.each(platforms)("a sync of %s", (platform) => {
  it.each(clocks)(
    "whose invocations have $left left stores the same rows, and requests nothing twice",
    async (clock) => {
      const golden = await settledSync(database().db, platform);
      const world = await settledSync(database().db, platform, { remainingMs: clock.remainingMs });

      await expectInvariants(world);
      expect(await dumpOf(world)).toEqual(await dumpOf(golden));
      expect(requests(world)).toEqual(requests(golden));
      expect(world.store.calls.every(({ context }) => context.deadlineMs >= 1_000)).toBe(true);
    },
  );
});

function requests({ store, app }: World) {
  const calls = store.calls.filter(({ subject }) => subject === app.externalId);
  return calls.flatMap(({ operation, countries, locales }) =>
    countries.map((country, index) => `${operation} ${country} ${locales[index] ?? ""}`),
  );
}

function countdown(fromMs: number, stepMs: number): () => number {
  let left = fromMs;
  return () => {
    left = left < -stepMs ? fromMs : left - stepMs;
    return left;
  };
}
