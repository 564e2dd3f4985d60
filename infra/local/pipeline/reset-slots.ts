import { sql } from "drizzle-orm";

import { chartSlots } from "../../../db/schema/charts.ts";
import { expressSlots, sweepSlots } from "../../../db/schema/sweeps.ts";
import { statement } from "../../../db/statement.ts";

/** Resets the slots to the database's clock: the migration has created them by the clock of the machine. */
export const resetSlots = statement({
  name: "reset_slots",
  effect: "writes",
  sql: () => sql`
    WITH charts AS (UPDATE ${chartSlots} SET next_planned_at = now(), next_requested_at = now()),
    sweeps AS (UPDATE ${sweepSlots} SET next_planned_at = now())
    UPDATE ${expressSlots} SET next_planned_at = now()`,
});
