const CAUSES_MAX = 5;

/**
 * Returns the log fields of an unexpected error. Parameters, messages of failed statements and PostgreSQL's detail
 * contain user input. Messages of causes may contain secrets, so only names are logged.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const facts = isDatabaseError(error) ? sqlFacts(error) : { errorMessage: error.message, stack: error.stack };
  const causes = namesOfCauses(error);
  return { errorName: error.name, ...facts, ...(causes.length > 0 ? { causes } : {}) };
}

/** Returns the error to rethrow from a function. Lambda logs its message, so it must not contain parameters. */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error && isDatabaseError(error))) return error;
  const { code, constraint } = sqlFacts(error);
  const facts = [code, constraint, ...namesOfCauses(error)].filter((fact) => fact !== undefined);
  return new Error(`A statement failed: ${facts.join(", ")}.`);
}

/** postgres.js adds the query to each error of a statement. */
function isDatabaseError(error: Error): boolean {
  return "query" in error || "severity" in error;
}

function sqlFacts(error: Error): Record<string, unknown> {
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
