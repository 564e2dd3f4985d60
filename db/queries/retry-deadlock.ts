import { codeOf } from "../error-code.ts";

const DEADLOCK_DETECTED = "40P01";

/** Runs a statement once more when it failed in a deadlock with one that locks the same rows in another order. */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (codeOf(error) !== DEADLOCK_DETECTED) throw error;
    return await run();
  }
}
