import { afterAll, beforeAll } from "vitest";

import type { TestDatabase } from "./database.ts";
import { installClock, type VirtualClock } from "./virtual-clock.ts";

/** A clock for the database of a test file, which no test has used yet: it stands still until a test moves it. */
export function useClock(database: () => TestDatabase, startsAt: Date): () => VirtualClock {
  let clock: VirtualClock | undefined;
  beforeAll(async () => {
    clock = await installClock(database().connection, startsAt.getTime());
  });
  afterAll(() => clock?.stop());

  return () => {
    if (clock === undefined) throw new Error("The clock exists inside tests and hooks alone.");
    return clock;
  };
}
