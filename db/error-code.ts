/** Returns PostgreSQL's SQLSTATE, or the code of the driver or the network. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
