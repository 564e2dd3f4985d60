import { describeFailure } from "../describe-failure.ts";
import type { Log } from "../runtime/log.ts";
import { createMissingPartitions } from "./create-missing-partitions.ts";
import { type ForgetDependencies, type Forgetting, forgettings } from "./forget-what-is-over.ts";

export type MaintainDatabaseDependencies = ForgetDependencies & { readonly log: Log };

/** Makes room for what is to come and deletes what is over. One part's trouble is none of the others'. */
export async function maintainDatabase(deps: MaintainDatabaseDependencies): Promise<Readonly<Record<string, number>>> {
  const parts: Readonly<Record<string, Forgetting>> = {
    partitions: async () => (await createMissingPartitions(deps)).length,
    ...forgettings,
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
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} parts of the upkeep failed.`);
  return done;
}
