import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Log } from "../runtime/log.ts";
import { type RetentionDependencies, type RetentionTask, retentionTasks } from "./delete-expired-rows.ts";

export type MaintainDatabaseDependencies = RetentionDependencies & { readonly log: Log };

/** Creates the partitions of the next months and deletes expired rows. A failed part does not stop the others. */
export async function maintainDatabase(deps: MaintainDatabaseDependencies): Promise<Readonly<Record<string, number>>> {
  const parts: Readonly<Record<string, RetentionTask>> = {
    partitions: async () => (await createMissingPartitions(deps.db, deps.now())).length,
    ...retentionTasks,
  };
  const done: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [part, maintain] of Object.entries(parts)) {
    try {
      done[part] = await maintain(deps);
    } catch (error) {
      deps.log.error("database.upkeep.failed", { part, ...describeFailure(error) });
      failures.push(error);
    }
  }
  deps.log.info("database.upkeep.completed", done);
  if (failures.length > 0) throw new AggregateError(failures, `Failed parts of the upkeep: ${failures.length}.`);
  return done;
}
