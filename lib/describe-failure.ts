const CAUSES_MAX = 5;

/**
 * Returns what a log may say of an unforeseen error. A failed statement is described without its parameters: its message
 * and PostgreSQL's detail repeat what users typed. Causes, which may quote a secret, are given by their names alone.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const facts = isDatabaseError(error) ? sqlFacts(error) : { errorMessage: error.message, stack: error.stack };
  const causes = namesOfCauses(error);
  return { errorName: error.name, ...facts, ...(causes.length > 0 ? { causes } : {}) };
}

/** Returns the error to throw from a function: Lambda logs its message, which must not repeat parameters either. */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error && isDatabaseError(error))) return error;
  const { code, constraint } = sqlFacts(error);
  const facts = [code, constraint, ...namesOfCauses(error)].filter((fact) => fact !== undefined);
  return new Error(`A statement failed: ${facts.join(", ")}.`);
}

/** The driver gives each error of a statement its query. */
function isDatabaseError(error: Error): boolean {
  return "query" in error || "severity" in error;
}

function sqlFacts(error: Error): Record<string, unknown> {
  // Any property may be there or not; those that are texts are taken.
  const { code, constraint_name: constraint, routine, query } = error as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({ code, constraint, routine, query }).filter(([, value]) => typeof value === "string"),
  );
}

function namesOfCauses(error: Error): readonly string[] {
  const names: string[] = [];
  let { cause } = error;
  while (cause instanceof Error && names.length < CAUSES_MAX) {
    names.push("code" in cause && typeof cause.code === "string" ? `${cause.name} ${cause.code}` : cause.name);
    ({ cause } = cause);
  }
  return names;
}
