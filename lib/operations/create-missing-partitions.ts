import type { Db } from "../../db/client.ts";
import { createMissingPartitions as createPartitionsAround } from "../../db/queries/partitions.ts";
import type { Clock } from "../runtime/clock.ts";

/** Makes room for history: partitions of today and of the two quarters that follow. Returns the names of the new ones. */
export function createMissingPartitions(deps: { db: Db; now: Clock }): Promise<readonly string[]> {
  return createPartitionsAround(deps.db, deps.now());
}
