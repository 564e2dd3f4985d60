import { sql } from "drizzle-orm";

import { chartTurns } from "../../../db/schema/charts.ts";
import { expressTurns, sweepTurns } from "../../../db/schema/sweeps.ts";
import { statement } from "../../../db/statement.ts";

/** Resets the turns of a database to its clock: the migration has created them by the clock of the machine. */
export const resetTurns = statement({
  name: "reset_turns",
  effect: "writes",
  sql: () => sql`
    WITH charts AS (UPDATE ${chartTurns} SET next_planned_at = now(), next_asked_at = now()),
    sweeps AS (UPDATE ${sweepTurns} SET next_planned_at = now())
    UPDATE ${expressTurns} SET next_planned_at = now()`,
});
