import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { maintenanceDependencies } from "../../lib/wiring/deployed-operations.ts";

/** Creates the partitions of the coming quarters and months, and deletes expired rows. */
export async function handler(): Promise<void> {
  await maintainDatabase(maintenanceDependencies());
}
