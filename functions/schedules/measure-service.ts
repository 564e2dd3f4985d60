import { measureService } from "../../lib/operations/measure-service.ts";
import { measureDependencies } from "../../lib/wiring/deployed-operations.ts";

export async function handler(): Promise<void> {
  await measureService(measureDependencies());
}
