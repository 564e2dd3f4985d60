/**
 * What a log may say of an unforeseen error. A failed statement is described without its parameters: its message and
 * PostgreSQL's detail repeat what users typed.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorType: typeof error };
  if (!isDatabaseError(error)) return { errorName: error.name, errorMessage: error.message, stack: error.stack };
  return { errorName: error.name, ...sqlFacts(error), ...sqlFacts(error.cause) };
}

function isDatabaseError(error: Error): boolean {
  return [error, error.cause].some((one) => one instanceof Error && ("query" in one || "severity" in one));
}

function sqlFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const { code, constraint_name: constraint, routine, query } = error as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({ code, constraint, routine, query }).filter(([, value]) => typeof value === "string"),
  );
}
