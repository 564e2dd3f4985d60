import { type ApiDependencies, createApi, createCaller } from "./api.ts";
import { useDatabase } from "./database.ts";

/** Each call returns an API of its own on the database of the test file, and a caller who may read and write. */
export function useApi(database = useDatabase()) {
  return async (overrides: Partial<ApiDependencies> = {}) => {
    const { db } = database();
    return { db, api: createApi(db, overrides), caller: await createCaller(db) };
  };
}
