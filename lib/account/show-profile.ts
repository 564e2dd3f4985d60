import type { Db } from "../../db/client.ts";
import { findProfile } from "../../db/queries/accounts/profiles.ts";
import { notFound } from "../errors.ts";

export async function showProfile(deps: { readonly db: Db }, input: { readonly userId: number }) {
  const profile = await findProfile(deps.db, input);
  if (profile === undefined) throw notFound();
  return profile;
}
