const DEADLOCK_DETECTED = "40P01";

/** Runs a statement once more when it lost to one that locks the same rows in another order. */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (sqlState(error) !== DEADLOCK_DETECTED) throw error;
    return await run();
  }
}

function sqlState(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
