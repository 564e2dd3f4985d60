import type { Db } from "../../db/client.ts";
import { findProfile } from "../../db/queries/accounts/profiles.ts";
import type { Ability } from "../domain/api-token.ts";
import { notFound } from "../errors.ts";
import { presentProfile } from "./profile-response.ts";

type ShowProfileInput = { readonly user: { readonly id: number; readonly abilities: readonly Ability[] } };

export async function showProfile(deps: { readonly db: Db }, { user }: ShowProfileInput) {
  const profile = await findProfile(deps.db, { userId: user.id });
  if (profile === undefined) throw notFound();
  return presentProfile(profile, user.abilities);
}
