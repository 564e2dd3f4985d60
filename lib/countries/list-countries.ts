import type { Db } from "../../db/client.ts";
import { listCountries as readCountries } from "../../db/queries/reference/countries.ts";

export function listCountries(deps: { readonly db: Db }) {
  return readCountries(deps.db);
}
