import type { Db } from "../../db/client.ts";
import { listCountries as readCountries } from "../../db/queries/reference/countries.ts";
import { presentCountry } from "./country-response.ts";

export async function listCountries(deps: { readonly db: Db }) {
  const countries = await readCountries(deps.db);
  return countries.map(presentCountry);
}
