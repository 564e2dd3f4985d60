import { createMissingPartitions } from "../../db/queries/partitions.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Log } from "../runtime/log.ts";
import { type RetentionDependencies, type RetentionTask, retentionTasks } from "./delete-expired-rows.ts";

export type MaintainDatabaseDependencies = RetentionDependencies & { readonly log: Log };

/** Creates the coming partitions and deletes expired rows. A part that fails does not stop the others. */
export async function maintainDatabase(deps: MaintainDatabaseDependencies): Promise<Readonly<Record<string, number>>> {
  const parts: Readonly<Record<string, RetentionTask>> = {
    /** Those of today and of the two quarters that follow. */
    partitions: async ({ db, now }) => (await createMissingPartitions(db, now())).length,
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
  if (failures.length > 0)
    throw new AggregateError(failures, `Parts of the database maintenance failed: ${failures.length}.`);
  return done;
}
