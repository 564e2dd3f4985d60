import type { CompiledStatement, Db } from "../../../db/statement.ts";

/** Returns the statements that some work sends, as they reach the driver. */
export async function recordStatements(
  db: Db,
  work: (db: Db) => Promise<unknown>,
): Promise<readonly CompiledStatement[]> {
  const statements: CompiledStatement[] = [];
  const run: Db["run"] = (statement) => {
    statements.push(statement);
    return db.run(statement);
  };
  await work({ ...db, run });
  return statements;
}
