/** Returns the code of an error: PostgreSQL's SQLSTATE, or what the driver or the network names it by. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
