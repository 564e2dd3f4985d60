import { beforeAll, describe, expect, it } from "vitest";

import { platforms } from "../../../lib/domain/platform.ts";
import { useDatabase } from "../../support/database.ts";
import { installAudit } from "./audit.ts";
import { dumpOf, expectInvariants } from "./invariants.ts";
import { createWorld, everywhere } from "./world.ts";

const database = useDatabase();
beforeAll(() => installAudit(database().db));

async function synced(platform: (typeof platforms)[number], remainingMs?: () => number) {
  const world = await createWorld(database().db, platform, remainingMs === undefined ? {} : { remainingMs });
  world.sellIn(everywhere.filter((code) => code !== "ca"));
  await world.request();
  await world.settle();
  await expectInvariants(world);
  return { dump: await dumpOf(world), world };
}

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
      const golden = await synced(platform);
      const { dump, world } = await synced(platform, clock.remainingMs);

      expect(dump).toEqual(golden.dump);
      expect(requests(world)).toEqual(requests(golden.world));
      expect(world.store.calls.every(({ context }) => context.deadlineMs >= 1_000)).toBe(true);
    },
  );
});

function requests({ store, app }: Awaited<ReturnType<typeof synced>>["world"]) {
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
