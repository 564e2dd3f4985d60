import { measureService } from "../../lib/operations/measure-service.ts";
import { measureDependencies } from "../../lib/wiring/deployed-operations.ts";

/** Writes figures of which alarms are made. */
export async function handler(): Promise<void> {
  await measureService(measureDependencies());
}
