const CAUSES_MAX = 5;

/**
 * What a log may say of an unforeseen error. A failed statement is described without its parameters: its message and
 * PostgreSQL's detail repeat what users typed. Of causes, which may quote a secret, only what they are called is told.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const facts = isDatabaseError(error)
    ? { ...sqlFacts(error), ...sqlFacts(error.cause) }
    : { errorMessage: error.message, stack: error.stack };
  const causes = namesOfCauses(error);
  return { errorName: error.name, ...facts, ...(causes.length > 0 ? { causes } : {}) };
}

/** For whom fails with it: Lambda logs the message of what a function throws, which must not repeat parameters either. */
export function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error && isDatabaseError(error))) return error;
  const { code, constraint } = { ...sqlFacts(error), ...sqlFacts(error.cause) };
  const facts = [code, constraint, ...namesOfCauses(error)].filter((fact) => fact !== undefined);
  return new Error(`A statement failed: ${facts.join(", ")}.`);
}

function isDatabaseError(error: Error): boolean {
  return [error, error.cause].some((one) => one instanceof Error && ("query" in one || "severity" in one));
}

function sqlFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  // Any property may be there or not; each is looked at before it is told.
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
