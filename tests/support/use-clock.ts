import { afterAll, beforeAll } from "vitest";
import { installClock, type VirtualClock } from "../../infra/local/pipeline/virtual-clock.ts";
import type { TestDatabase } from "./database.ts";

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
