import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

import type { Db } from "../../../db/client.ts";

export type Statement = { readonly text: string; readonly values: postgres.ParameterOrJSON<never>[] };

/** The statements that some work sends, as they reach the driver. */
export async function recordStatements(
  client: postgres.Sql,
  work: (db: Db) => Promise<void>,
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const recording = new Proxy(client, {
    get(target, key, receiver) {
      if (key !== "unsafe") return Reflect.get(target, key, receiver);
      return (text: string, values: Statement["values"] = [], options?: postgres.UnsafeQueryOptions) => {
        statements.push({ text, values });
        return target.unsafe(text, values, options);
      };
    },
  });
  await work(drizzle(recording));
  return statements;
}
