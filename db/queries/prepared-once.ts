import type { Db } from "../client.ts";

/** Builds a query once per client rather than once per call: building costs more than running it. */
export function preparedOnce<Prepared>(prepare: (db: Db) => Prepared): (db: Db) => Prepared {
  const preparedByDb = new WeakMap<Db, Prepared>();
  return (db) => {
    const known = preparedByDb.get(db);
    if (known !== undefined) return known;
    const prepared = prepare(db);
    preparedByDb.set(db, prepared);
    return prepared;
  };
}
