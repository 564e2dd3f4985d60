import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { maintenanceDependencies } from "../../lib/wiring/deployed-operations.ts";

export async function handler(): Promise<void> {
  await maintainDatabase(maintenanceDependencies());
}
